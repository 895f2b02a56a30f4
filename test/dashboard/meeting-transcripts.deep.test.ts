/** Transcripts in a real browser: pasted, dropped, very long, and with hostile words. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { hostileLine, hostileText, unseenIn } from '../support/hostile-text.ts';
import { eventually } from '../support/waiting.ts';
import { closeBrowser } from './browser.ts';
import { inBrowser, tabOf } from './in-browser.ts';
import { ingest, said } from './meeting-steps.ts';

inBrowser('MTG-1', 'a transcript is pasted, and its results open', async (world) => {
  const tab = await tabOf(world, { view: 'meetings?new=1' });
  const { page } = tab;
  await page.getByLabel('Title').fill('<b>Login</b>');
  await page.getByLabel('Who took part').fill('Ann, Bob');
  await page.getByLabel('Day').fill('2026-11-18');
  await page
    .getByRole('textbox', { name: 'Transcript' })
    .fill('Ann: We decided to use JWT in src/auth.ts.\nBob: I will write the docs by Friday.');
  await page.getByRole('button', { name: 'Find what was decided' }).click();
  await page.getByRole('heading', { name: '<b>Login</b>', level: 1 }).waitFor();
  await page.getByText('Write the docs').first().waitFor();
  assert.is(await page.getByLabel('Who does it').inputValue(), 'Bob');
  await page.getByText('by Fri, Nov 20').waitFor();
  await page.getByText('Found by the built-in reader').waitFor();
  await page.getByRole('link', { name: 'Claim in Work' }).waitFor();
  await page.getByRole('link', { name: 'Meetings', exact: true }).last().click();
  await page.getByRole('link', { name: /<b>Login<\/b>.*1 decision.*2 to review/ }).waitFor();
  await tab.close();
});

inBrowser('DSH-6', 'hostile words are text everywhere', async (world) => {
  const html = '<img src=x onerror="document.title=1">';
  const made = await ingest(world, {
    title: `${html} ${hostileLine}`,
    participants: [`${html}`, `M${hostileLine}`],
    transcript: `Ann: We decided to use ${html} in src/a.ts${hostileText}.\nBob: I will ${html} by Friday.`,
  });
  const tab = await tabOf(world, { view: `meetings/${made.id}` });
  for (const view of [`meetings/${made.id}`, 'meetings']) {
    await tab.page.goto(`${tab.page.url().split('/meetings')[0]}/${view}`);
    await tab.page.locator('main[data-ready]').waitFor();
    await tab.page.getByText(html).first().waitFor();
    assert.equal(unseenIn(await tab.page.locator('main').innerText()), []);
    assert.match(await tab.page.title(), 'coord');
    assert.is(await tab.page.locator('main img').count(), 0);
  }
  await tab.close();
});

inBrowser('DSH-70', 'two million characters freeze nothing', async (world) => {
  const tab = await tabOf(world, { view: 'meetings?new=1' });
  const { page } = tab;
  await page.evaluate(`
    globalThis.longest = 0;
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) globalThis.longest = Math.max(globalThis.longest, duration);
    }).observe({ type: 'longtask' });
    const data = new DataTransfer();
    const line = 'Ann: We talked about the hold, and then about prices.\\n';
    data.setData('text/plain', line.repeat(36_000) + 'Bob: We decided to use JWT in src/auth.ts.');
    document.querySelector('textarea').dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    );`);
  await page.getByText('Pasted text').waitFor();
  await page.getByText('1,944,042 characters').waitFor();
  await page.getByLabel('Title').fill('Long');
  await page.getByRole('button', { name: 'Find what was decided' }).click();
  await page.getByRole('heading', { name: 'Long' }).waitFor({ timeout: 60_000 });
  await page.getByText('36,001 lines').waitFor();
  await page.locator('.result-open').first().click();
  await page.locator('mark[data-chosen]').waitFor();
  assert.ok(await page.locator('mark[data-chosen]').isVisible());
  const drawn = await page.locator('.transcript-line').count();
  assert.ok(drawn < 1_000, `${drawn} lines are in the page`);
  const longest = Number(await page.evaluate('globalThis.longest'));
  console.log(`With 1.9 million characters the longest task took ${Math.round(longest)} ms.`);
  // A machine that does much else at the same time takes longer; a field of this length would take many seconds.
  assert.ok(longest < 2_000, `${longest} ms`);
  await tab.close();
});

inBrowser('DSH-70', 'a file is dropped, and what is too long is said before', async (world) => {
  const tab = await tabOf(world, { view: 'meetings?new=1' });
  const { page } = tab;
  const drop = (name: string, text: string) =>
    page.evaluate(`
      const data = new DataTransfer();
      data.items.add(new File([${text}], '${name}', { type: 'text/plain' }));
      document.querySelector('textarea, .add-long').dispatchEvent(
        new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));`);
  await drop('daily_standup.txt', JSON.stringify(said));
  await eventually('the text', async () => {
    const text = await page.getByRole('textbox', { name: 'Transcript' }).inputValue();
    return text === said ? true : undefined;
  });
  assert.is(await page.getByLabel('Title').inputValue(), 'daily standup');
  await drop('long.txt', "'x'.repeat(2_000_001)");
  await page.getByText('2,000,001 characters').waitFor();
  await page.getByRole('button', { name: 'Find what was decided' }).click();
  await page.getByText('at most 2,000,000 are taken').waitFor();
  await tab.close();
});

test.after(closeBrowser);
test.run();
