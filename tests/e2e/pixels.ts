import { type Locator } from '@playwright/test';

export interface Tints {
  /** Pixels with a blue tint, as inside a corridor. */
  blue: number;
  /** Red pixels, as for marks outside the corridors. */
  red: number;
}

/**
 * Counts colors on a plot's canvas: on a vertical line from top to bottom, or on the whole plot.
 *
 * @param share the place of the line, 0 at the left edge of the canvas and 1 at the right
 */
export function tints(panel: Locator, share?: number): Promise<Tints> {
  return panel.locator('.uplot canvas').evaluate((element, at) => {
    const canvas = element as HTMLCanvasElement;
    const context = canvas.getContext('2d') as CanvasRenderingContext2D;
    const [x, width] = at === undefined ? [0, canvas.width] : [Math.round(canvas.width * at), 1];
    const { data } = context.getImageData(x, 0, width, canvas.height);
    const found = { blue: 0, red: 0 };
    for (let i = 0; i < data.length; i += 4) {
      // As seen on a black background.
      const [r, g, b] = [0, 1, 2].map((part) => (data[i + part] * data[i + 3]) / 255);
      found.blue += b > 15 && b > r * 1.3 && b >= g ? 1 : 0;
      found.red += r > 120 && r > g * 1.6 && r > b * 1.4 ? 1 : 0;
    }
    return found;
  }, share);
}

/** The amount of blue in the bluest of three adjacent lines. The border of an alert's region may cover one. */
export async function blueAround(panel: Locator, share: number): Promise<number> {
  const lines = await Promise.all([-0.01, 0, 0.01].map((aside) => tints(panel, share + aside)));
  return Math.max(...lines.map(({ blue }) => blue));
}
