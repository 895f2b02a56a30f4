import type { Page } from 'playwright-core';

/** As many boxes as the map of a large repository has. */
const boxes = 2_000;
const rounds = 7;

/** What the machine can do: milliseconds that a blank page works to draw plain boxes, the quickest of several rounds. */
export async function bareTask(page: Page): Promise<number> {
  await page.goto('about:blank');
  return page.evaluate<number>(`(() => {
    const round = () => {
      const before = performance.now();
      document.body.replaceChildren(...Array.from({ length: ${boxes} }, (_, at) => {
        const box = document.createElement('button');
        box.style.cssText = 'position:absolute;width:20px;left:' + (at % 50) * 24 + 'px;top:' + at / 2 + 'px';
        box.textContent = 'box ' + at;
        return box;
      }));
      document.body.getBoundingClientRect();
      return performance.now() - before;
    };
    return Math.min(...Array.from({ length: ${rounds} }, round));
  })()`);
}
