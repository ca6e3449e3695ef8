import { Subject } from 'rxjs';
import { Slots } from './slots';

describe('Slots', () => {
  it('runs as many as there are slots, the next when one is done or gone', () => {
    const slots = new Slots(2);
    const started: number[] = [];
    const tasks = [0, 1, 2, 3].map((place) => {
      const task = new Subject<void>();
      return { task, subscription: slots.run(task).subscribe({ complete: () => started.push(place) }) };
    });
    const observed = () => tasks.map(({ task }) => task.observed);
    expect(observed()).toEqual([true, true, false, false]);
    tasks[0].task.complete();
    expect(observed()).toEqual([false, true, true, false]);
    tasks[1].subscription.unsubscribe();
    expect(observed()).toEqual([false, false, true, true]);
  });

  it('forgets a task that was waiting', () => {
    const slots = new Slots(1);
    const [first, second, third] = [new Subject<void>(), new Subject<void>(), new Subject<void>()];
    slots.run(first).subscribe();
    slots.run(second).subscribe().unsubscribe();
    slots.run(third).subscribe();
    first.complete();
    expect([second.observed, third.observed]).toEqual([false, true]);
  });
});
