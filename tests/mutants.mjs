/**
 * npm run test:mutants: makes one mistake in src/ at a time (a limit one higher, a reversed comparison, a missing
 * condition), and runs the tests that should notice. Fails if one goes unnoticed. `-- incidents` runs the mistakes in files
 * whose names contain that. `-- --check` runs no tests, and lists the mistakes whose text is no longer in its file.
 */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const jest = path.join(root, 'node_modules', 'jest', 'bin', 'jest.js');
/** The oracle's test files. */
const [ALERTS, REPORTS, STORIES, DEVIATIONS, MARKS, COUNTS, FILTERS] = [
  'oracle.',
  'report',
  'story',
  'deviations',
  'marks',
  'counts',
  'filters',
].map((name) => [`tests/oracle/${name}`]);
const TRACE = ['tests/trace'];
/** Boundary cases that are rare in the oracle's worlds. */
const JUDGING = ['src/judging'];
const LANES = ['src/families/deviations/lanes'];
const SILENT = ['src/families/deviations/lack'];
const QUALITY = ['src/families/report/quality'];
const STORY = ['src/families/story/truth'];
const PAST = ['tests/contract/pastRanges'];
const EARLIER = ['tests/contract/earlier'];

/** A file in src, the text, its replacement, and the tests that should notice. */
const MUTANTS = [
  ['judging/incidents.ts', 'const FLAPPING = 3;', 'const FLAPPING = 4;', QUALITY],
  ['families/report/quality.ts', 'time - sorted[first] >= TEN_MINUTES', 'time - sorted[first] > TEN_MINUTES', REPORTS],
  ['families/report/quality.ts', 'duration < FLEETING', 'duration <= FLEETING', REPORTS],
  ['families/report/quality.ts', '?? to) > STANDING', '?? to) >= STANDING', REPORTS],
  ['judging/earlierAlerts.ts', 'after < DAY', 'after <= DAY', EARLIER],
  ['judging/earlierAlerts.ts', 'const SEVERAL = 3;', 'const SEVERAL = 4;', EARLIER],
  ['judging/earlierAlerts.ts', 'start < began', 'start <= began', EARLIER],
  ['judging/endedBy.ts', 'end - time[newest] > NEAR', 'end - time[newest] >= NEAR', JUDGING],
  ['judging/endedBy.ts', 'sides[0] !== sides[1]', 'false', JUDGING],
  ['judging/incidents.ts', 'Math.min(a.to, b.to) < MOST_BETWEEN', 'Math.min(a.to, b.to) <= MOST_BETWEEN', JUDGING],
  ['judging/incidents.ts', 'const COMMON = 4;', 'const COMMON = 5;', ALERTS],
  ['families/alerts/states.ts', '({ time }) => time <= range.to)', '({ time }) => time >= range.from)', ALERTS],
  ['facts/timeline.ts', 'isFinal: isComplete && (hasEnded', 'isFinal: (hasEnded', TRACE],
  ['families/annotations/marks.ts', '<= MOST_OVERLAPPING', '< MOST_OVERLAPPING', MARKS],
  ['families/deviations/silent.ts', 'const LATE_POINT = HOUR;', 'const LATE_POINT = 2 * HOUR;', SILENT],
  ['service/paging.ts', 'failure === null && rows.size === total', 'failure === null', TRACE],
  ['families/report/quality.ts', 'firstSeenAt >= from &&', 'firstSeenAt > from &&', REPORTS],
  ['judging/judgeMetric.ts', 'const LATE = 10 * MINUTE;', 'const LATE = 15 * MINUTE;', JUDGING],
  ['judging/judgeMetric.ts', '?? excursion.to) >= from', '?? excursion.to) > from', STORIES],
  ['families/report/groups.ts', '(start < span.to || isLast)', '(start < span.to)', REPORTS],
  ['families/report/groups.ts', "['activeTime', 'alerts',", "['activeTime',", REPORTS],
  ['families/alerts/countsQuery.ts', 'span / BUCKETS[bucket] <= most', 'span / BUCKETS[bucket] < most', COUNTS],
  ['facts/order.ts', "['desc', 'desc']", "['asc', 'desc']", FILTERS],
  ['table/filters.ts', '`^(?:${value})$`', 'value', FILTERS],
  ['table/searches.ts', 'rest.some(isOfMetric) ? [', 'rest.length === 0 ? [', FILTERS],
  ['families/annotations/marks.ts', 'Math.min(time, ...started)', 'time', MARKS],
  [
    'families/anomalies/anomaliesQuery.ts',
    'metric?.started ?? metric?.updated',
    'metric?.updated ?? metric?.started',
    MARKS,
  ],
  ['families/deviations/silent.ts', 'Math.min(range.to, now)', 'now', ['src/families/deviations/silent.test']],
  ['judging/excursions.ts', 'at - excursion.to >= gap', 'at - excursion.to > gap', STORIES],
  [
    'families/deviations/suspects.ts',
    'leftAt !== null && Math.abs(leftAt - moment) <= CLOSE',
    'leftAt !== null && Math.abs(leftAt - moment) < CLOSE',
    DEVIATIONS,
  ],
  ['families/deviations/suspects.ts', 'excursions.findLast(', 'excursions.find(', DEVIATIONS],
  ['families/deviations/lanes.ts', "newest: ['began', 'share',", "newest: ['share',", LANES],
  ['families/story/readings.ts', 'Math.min(...joined, span.from ?? Infinity)', 'span.from ?? Infinity', STORY],
  ['judging/listNotices.ts', '(alert.to ?? -Infinity) > moment', '(alert.to ?? -Infinity) >= moment', PAST],
  ['facts/reading.ts', 'sent.to < sent.at - LATE);', 'sent.to < sent.at);', ['tests/contract/granularity']],
  ['facts/series.ts', 'dataEnd - 2 * step', 'dataEnd - step', ['tests/contract/reuse']],
  ['table/links.ts', 'Math.max(to ?? now, alert.firstSeenAt)', 'to ?? now', ['src/table']],
  ['table/alertEntries.ts', 'lastSeenAt ?? Infinity', 'lastSeenAt ?? 0', ['src/families/variables']],
  ['facts/refusals.ts', '(isOld || !refusal.isOld)', 'true', ['tests/contract/granularity', 'tests/contract/learning']],
  ['facts/refusals.ts', ' && !this.accepted.has(granularity)', '', ['tests/contract/granularity']],
  [
    'families/alerts/eventTable.ts',
    'changes.every(({ change })',
    'changes.some(({ change })',
    ['src/families/alerts/eventWords'],
  ],
  [
    'families/deviations/table.ts',
    '(!snapshot.isFetching && !failure)',
    '!snapshot.isFetching',
    ['tests/contract/deviations'],
  ],
  ['families/story/text.ts', "state === 'ended' && until === null", 'until === null', STORY],
  [
    'families/deviations/table.ts',
    '|| longest(a, b) || furthest(a, b)',
    '|| furthest(a, b) || longest(a, b)',
    DEVIATIONS,
  ],
];

const [word = ''] = process.argv.slice(2).filter((one) => one !== '--check');
const isCheck = process.argv.includes('--check');
let unnoticed = 0;
for (const [name, before, after, tests] of MUTANTS.filter(([file]) => file.includes(word))) {
  const file = path.join(root, 'src', name);
  const text = fs.readFileSync(file, 'utf8');
  if (text.split(before).length !== 2) {
    console.log(`GONE      ${name}: ${before}`);
    unnoticed++;
    continue;
  }
  if (isCheck) {
    continue;
  }
  const restore = () => fs.writeFileSync(file, text);
  process.once('exit', restore);
  fs.writeFileSync(file, text.replace(before, after));
  const isNoticed = !passes(tests);
  restore();
  process.off('exit', restore);
  console.log(`${isNoticed ? 'noticed  ' : 'UNNOTICED'} ${name}: ${before} -> ${after}`);
  unnoticed += isNoticed ? 0 : 1;
}
console.log(`${unnoticed} not noticed`);
process.exitCode = unnoticed === 0 ? 0 : 1;

/** Traces don't save their failures as regressions, since the mistake is deliberate. */
function passes(tests) {
  const { status } = spawnSync(
    process.execPath,
    [jest, '-c', '.config/jest.config.js', '-w', '1', '--bail', ...tests],
    {
      cwd: root,
      env: { ...process.env, TRACE_STEPS: process.env.TRACE_STEPS ?? '1000', TRACE_WRITES: 'no' },
      stdio: 'ignore',
    }
  );
  return status === 0;
}
