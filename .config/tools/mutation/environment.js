// Runs the tests of a file as they are, and then each change of the code against the tests that came by it, in the same
// modules: that takes milliseconds where a run of its own takes seconds.
const path = require('node:path');
const BrowserEnvironment = require('../../jest/environment.js');
const { Log } = require('./log.js');
const { triesOf } = require('./tries.js');

/** A try that takes so many times as long as the test alone, and so many milliseconds more, counts as one without end. */
const SLOWER = 20;
const LONGER = 10_000;

module.exports = class MutationEnvironment extends BrowserEnvironment {
  constructor(config, context) {
    super(config, context);
    this.file = path.relative(config.globalConfig.rootDir, context.testPath);
    this.log = new Log(process.env.MUTATION);
    this.originals = [];
    // What the changed code looks at, and where it counts which tests come by which change.
    this.switches = {};
    this.global.__stryker__ = this.switches;
  }

  handleTestEvent({ name, test }, { rootDescribeBlock }) {
    if (name === 'run_start') {
      this.root = rootDescribeBlock;
      this.last = this.add({ name: 'begin', fn: () => {}, parent: this.root, timeout: LONGER });
    } else if (name === 'test_start') {
      this.turn(test);
      this.before = process.cpuUsage();
    } else if (name === 'test_done') {
      test.hasFailed = test.errors.length > 0;
      const { user, system } = process.cpuUsage(this.before);
      test.cost = (user + system) / 1000;
      const [first] = test.errors;
      this.onDone(test, String(Array.isArray(first) ? first[0] : first));
      // The run's own result is of no interest, and errors hold on to what they tell of.
      test.errors = [];
      this.turn({});
    }
  }

  /** Turns the test's change on, or none; while tests run as they are, counts for the test. */
  turn({ change, ...test }) {
    const counts = test.fn && !this.tries && test.name !== this.last.name;
    Object.assign(this.switches, {
      activeMutant: change?.id,
      hitCount: change ? 0 : undefined,
      hitLimit: change?.limit,
      currentTestId: counts ? String(this.originals.length) : undefined,
    });
  }

  onDone(test, text) {
    if (this.tries) {
      this.next({ hasFailed: test.hasFailed, wasHit: this.switches.hitCount > 0, text });
    } else if (test !== this.last) {
      this.originals.push(test);
    } else {
      const { static: atLoad = {}, perTest = {} } = this.switches.mutantCoverage ?? {};
      const failed = this.originals.filter(({ hasFailed }) => hasFailed).map(({ name }) => name);
      this.log.write({ file: this.file, atLoad: Object.keys(atLoad), failed });
      const tests = this.originals.map((original, place) => ({ test: original, hits: perTest[place] ?? {} }));
      this.tries = triesOf(
        tests.filter(({ test: { hasFailed, status } }) => !hasFailed && status === 'done'),
        this.log,
        this.file
      );
      this.next();
    }
  }

  /** Puts the next try, with a change or without one, behind the tests. */
  next(result) {
    const { value, done } = this.tries.next(result);
    if (!done) {
      const { test, change } = value;
      this.add({ ...test, name: change ? `${test.name} with ${change.id}` : test.name, change });
    }
  }

  /** Adds a test as jest-circus has them. */
  add({ name, fn, parent, change, duration = 0 }) {
    const fresh = {
      duration: null,
      startedAt: null,
      status: null,
      seenDone: false,
      invocations: 0,
      numPassingAsserts: 0,
    };
    const test = { type: 'test', name, fn, parent, change, ...fresh, errors: [], retryReasons: [] };
    this.root.children.push({ ...test, asyncError: new Error(name), timeout: SLOWER * duration + LONGER });
    return this.root.children[this.root.children.length - 1];
  }
};
