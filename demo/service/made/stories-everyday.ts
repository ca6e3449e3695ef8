import { coldFurnace } from './stories-told';
import { type Story, gap, part, story } from './story';

const fraudQueue = story('fraud scoring falls behind', 3, part(203, 'queue/length', 1.45));

const silentBroker = story('a broker is not measured', 8, gap(303, 'consumer lag'));

/** Occasional problems. Repeated entries are more frequent. */
export const main: readonly Story[] = [
  coldFurnace,
  fraudQueue,
  silentBroker,
  story('slow checkout', 2, part(101, 'response_time', 1.5), part(101, 'cpu.util', 1.6, 15)),
  story('fewer orders', 3, part(102, 'orders/completed', -1.7), part(102, 'sessions', -1.6, 20)),
  story(
    'a rush of visitors',
    2.5,
    part(102, 'sessions', 1.9),
    part(101, 'requests', 1.8, 10),
    part(101, 'cpu.util', 1.6, 20)
  ),
  story(
    'slow search',
    2,
    part(104, 'latency p99', 1.9),
    part(104, 'queries', -1.6, 30),
    part(105, 'model_time', 1.5, 45)
  ),
  story('a leak', 7, part(104, 'heap%used', 2.3, 0, 'drift'), part(104, 'latency p99', 1.7, 200)),
  story('recommendations wait', 1.5, part(105, 'model_time', 2.2), part(105, 'gpu.util', 1.7, 10)),
  story('cache misses', 4, part(106, 'cache hit ratio', -2, 0, 'wave')),
  story(
    'slow bank',
    3,
    part(201, 'authorization_time', 2.1),
    part(201, 'declined', 2, 20),
    part(203, 'queue/length', 1.5, 60)
  ),
  story('commits wait', 2, part(202, 'commit_time', 2.4), part(201, 'authorization_time', 1.6, 15)),
  story('long log', 1.5, part(202, 'wal bytes', 1.7)),
  story('mails are stuck', 12, part(204, 'mails/sent', 2.2, 0, 'wave')),
  story('the mailer is down', 1.2, part(204, 'alive', -1)),
  story('a busy node', 2, part(301, 'cpu', 1.8), part(301, 'net/eth0/rx', 1.7, 15), part(302, 'cpu', 1.5, 30)),
  story('memory', 5, part(302, 'memory', 2, 0, 'drift')),
  story('consumers lag', 3, part(303, 'consumer lag', 2.2), part(303, 'bytes in/s', 1.7, 25)),
  story('a slow backup', 4, part(304, 'throughput', 1.9)),
  story('many small objects', 10, part(305, 'objects', 2), part(305, 'first byte', 1.8, 60)),
  story('load of unknown origin', 3, part(306, 'load', 1.9)),
  story(
    'little cooling',
    4,
    part(403, 'return_temperature', 2),
    part(401, 'temperature/°C', 1.6, 60),
    part(402, 'temperature/°C', 1.7, 75)
  ),
  story('no flow measured', 9, gap(403, 'flow m³/h')),
  story('no latencies', 2.5, gap(104, 'latency p99'), gap(104, 'queries', 5)),
  story('a silent gateway', 4, gap(201, 'payments'), part(201, 'declined', 1.7, 30)),
];

export const smallActive = story('slow lookups', 5, part(1102, 'lookup', 1.9), part(1101, 'response_time', 1.6, 15));

export const small: readonly Story[] = [
  smallActive,
  story('errors', 2, part(1101, 'error_rate', 1.8)),
  story('a full desk', 4, part(1201, 'visitors', 2)),
  story('no lookups', 3, gap(1102, 'lookup')),
];
