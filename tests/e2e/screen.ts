import { type Locator, type Page } from '@playwright/test';
import { type Stage } from './stage';

type Clip = NonNullable<Parameters<Page['screenshot']>[0]>['clip'];

/** How many pixels of the page are of a green that says "all is well", as the eye sees it. */
export function greenPixels({ page }: Stage): Promise<number> {
  return greenIn(page);
}

/** The same of an upright part of a panel. @param from, to 0 at the panel's left edge and 1 at its right */
export async function greenBetween(panel: Locator, from: number, to: number): Promise<number> {
  await panel.scrollIntoViewIfNeeded();
  const box = await panel.boundingBox();
  return box ? greenIn(panel.page(), { ...box, x: box.x + from * box.width, width: (to - from) * box.width }) : NaN;
}

async function greenIn(page: Page, clip?: Clip): Promise<number> {
  const picture = (await page.screenshot({ clip })).toString('base64');
  return page.evaluate(async (data) => {
    const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob());
    const canvas = document.createElement('canvas');
    canvas.width = bitmap.width;
    canvas.height = bitmap.height;
    const context = canvas.getContext('2d') as CanvasRenderingContext2D;
    context.drawImage(bitmap, 0, 0);
    const { data: pixels } = context.getImageData(0, 0, canvas.width, canvas.height);
    let green = 0;
    for (let i = 0; i < pixels.length; i += 4) {
      const [r, g, b] = pixels.subarray(i, i + 3);
      green += g > 80 && g > r * 1.3 && g > b * 1.2 ? 1 : 0;
    }
    return green;
  }, picture);
}
