const fs = require('node:fs');
const path = require('node:path');

/** The states of a change that a test noticed. */
const NOTICED = ['noticed', 'endless', 'crashedAgain'];

/** What is known of the changes: a line of JSON for each thing that happened, in `log.jsonl` of the run's folder. */
class Log {
  constructor(folder) {
    this.path = path.join(folder, 'log.jsonl');
    this.lines = [];
    this.states = new Map();
    const text = fs.existsSync(this.path) ? fs.readFileSync(this.path, 'utf8') : '';
    text
      .split('\n')
      .filter(Boolean)
      .forEach((line) => this.add(JSON.parse(line)));
  }

  write(line) {
    this.add(line);
    fs.appendFileSync(this.path, `${JSON.stringify(line)}\n`);
  }

  add(line) {
    this.lines.push(line);
    if (line.change !== undefined) {
      this.states.set(line.change, [...(this.states.get(line.change) ?? []), line]);
    }
  }

  /** The states of a change, as far as they were told. */
  statesOf(id) {
    return (this.states.get(id) ?? []).map(({ state }) => state);
  }

  isNoticed(id) {
    return this.statesOf(id).some((state) => NOTICED.includes(state));
  }

  /**
   * What is told of a change in the end. A crash counts as noticed only where the change crashed once more as the first of
   * its run; one that did not, and that nothing else noticed, proves nothing either way.
   */
  verdictOf(id) {
    return [...NOTICED, 'crashed', 'passed'].find((state) => this.statesOf(id).includes(state));
  }

  hasCrashed(id, file) {
    return (this.states.get(id) ?? []).some((line) => line.file === file && line.state === 'crashed');
  }

  isDoubtful(id) {
    return this.statesOf(id).includes('doubtful');
  }

  hasPassed(id, file) {
    const lines = this.states.get(id) ?? [];
    return lines.some((line) => line.file === file && (line.state === 'passed' || line.state === 'missed'));
  }

  /** The line of the change that was being tried when the log ended, or undefined. */
  get underWay() {
    const last = this.lines[this.lines.length - 1];
    return last?.state === 'tried' ? last : undefined;
  }
}

module.exports = { Log };
