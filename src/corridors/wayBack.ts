/** What moves by less than this share of the farthest stays where it is. */
const NOISE = 0.1;

/** Whether something that is outside is on its way back: it came nearer, and has not gone out again since. */
export class WayBack {
  /** The farthest of the stay. */
  peak = 0;
  isComing = false;
  /** The nearest since it turned back, or the farthest since it turned away. */
  private turn = 0;

  /** @param far how far outside the next point is, 0 inside */
  take(far: number) {
    this.peak = Math.max(this.peak, far);
    this.turn = this.isComing ? Math.min(this.turn, far) : Math.max(this.turn, far);
    if (Math.abs(far - this.turn) > NOISE * this.peak) {
      this.isComing = !this.isComing;
      this.turn = far;
    }
  }
}
