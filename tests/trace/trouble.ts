import { pageOf } from '../support/losses';
import { type Fault, type WholeCall } from '../support/wholeService';
import { answerOf, type Given } from '../support/world/service';
import { type World } from '../support/world/truth';
import { type FaultName, type Step } from './steps';

const FAULTS: Record<FaultName, Fault> = {
  500: { status: 500, text: '{"message":"boom"}' },
  503: { status: 503, text: '{"message":"busy"}' },
  429: { status: 429, text: '{"message":"too many"}', headers: { 'Retry-After': '3' } },
  504: { status: 504, text: 'gateway timeout' },
  html: { status: 404, text: '<html>not here</html>' },
  lost: { error: new TypeError('Failed to fetch') },
  hang: 'hang',
  unreadable: { body: '<html>login</html>' },
};

/** The service's answers, and what goes wrong with them. */
export class Trouble {
  private fault: { what: FaultName; on: string; left: number } | undefined;
  private loss: Extract<Step, { do: 'lose' }> | undefined;
  /** Answers take up to this many milliseconds. */
  slowest = 0;

  constructor(private readonly world: World) {}

  begin(step: Extract<Step, { do: 'fault' | 'lose' | 'slow' }>) {
    if (step.do === 'fault') {
      this.fault = { what: step.what, on: step.on, left: step.times ?? Infinity };
    } else if (step.do === 'lose') {
      this.loss = step;
    } else {
      this.slowest = step.most;
    }
  }

  end() {
    this.fault = undefined;
    this.loss = undefined;
    this.slowest = 0;
  }

  /** The answers without any trouble. */
  readonly whole = {
    fault: (call: WholeCall) => faultIn(answerOf(this.world, call)),
    body: (call: WholeCall) => bodyIn(answerOf(this.world, call)),
  };

  /** The answers with what goes wrong. */
  readonly troubled = {
    fault: (call: WholeCall) => this.faultOf(call) ?? this.whole.fault(call),
    body: (call: WholeCall) => bodyIn(this.given(call)),
  };

  private faultOf({ operation, query }: WholeCall): Fault | undefined {
    const { fault, loss: lost } = this;
    if (fault && fault.left > 0 && operation.includes(fault.on)) {
      fault.left--;
      return FAULTS[fault.what];
    }
    if (lost?.loss.kind !== 'failed' || !operation.endsWith(`/${lost.listed}`)) {
      return undefined;
    }
    return Number(query.page ?? 1) === lost.loss.page ? FAULTS['500'] : undefined;
  }

  private given(call: WholeCall): Given {
    const { world, loss: lost } = this;
    if (!lost || !call.operation.endsWith(`/${lost.listed}`)) {
      return answerOf(world, call);
    }
    const whole = { ...world, reading: { ...world.reading, page: Infinity } };
    const given = answerOf(whole, { ...call, query: { ...call.query, page: '1', limit: '100000' } });
    if ('fault' in given) {
      return given;
    }
    const { items } = given.body as { items: unknown[] };
    const limit = Math.min(world.reading.page, Number(call.query.limit ?? 10));
    return { body: pageOf(items, { page: Number(call.query.page ?? 1), limit }, lost.loss) };
  }
}

function faultIn(given: Given): Fault | undefined {
  return 'fault' in given ? given.fault : undefined;
}

function bodyIn(given: Given): unknown {
  return 'body' in given ? given.body : undefined;
}
