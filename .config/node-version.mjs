// Imported first, because an old Node would fail elsewhere with unhelpful messages.
const NEEDED = [20, 11];
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < NEEDED[0] || (major === NEEDED[0] && minor < NEEDED[1])) {
  console.error(`Node ${NEEDED.join('.')} or later is needed; this is ${process.versions.node}.`);
  process.exit(1);
}
