import { type Locator } from '@playwright/test';

export interface Rgb {
  r: number;
  g: number;
  b: number;
}

/**
 * The colours on a plot's canvas along a vertical line, from top to bottom, as the eye sees them on the panel's
 * background.
 *
 * @param share where the line stands, 0 at the canvas' left edge and 1 at its right
 */
export function column(panel: Locator, share: number): Promise<Rgb[]> {
  return panel.locator('.uplot canvas').evaluate((element, at) => {
    const canvas = element as HTMLCanvasElement;
    const context = canvas.getContext('2d') as CanvasRenderingContext2D;
    const { data } = context.getImageData(Math.round(canvas.width * at), 0, 1, canvas.height);
    return Array.from({ length: canvas.height }, (_, y) => {
      const [r, g, b, alpha] = data.slice(y * 4, y * 4 + 4);
      return { r: (r * alpha) / 255, g: (g * alpha) / 255, b: (b * alpha) / 255 };
    });
  }, share);
}

/** How many pixels of a line are tinted blue, as the inside of a corridor is. */
export function bluish(pixels: Rgb[]): number {
  return pixels.filter(({ r, g, b }) => b > 15 && b > r * 1.3 && b >= g).length;
}

/** How many pixels of a line are red, as marks outside the corridors are. */
export function reddish(pixels: Rgb[]): number {
  return pixels.filter(({ r, g, b }) => r > 120 && r > g * 1.6 && r > b * 1.4).length;
}
