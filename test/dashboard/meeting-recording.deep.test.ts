/** Meetings in a real browser that hears a WAV file: recorded, gone on with and ended, and axe over all their views. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Page } from 'playwright-core';
import type { SpeechModel } from '../../relay/models/speech-model.ts';
import { eventually } from '../support/waiting.ts';
import { closeBrowser, hearFile, violations } from './browser.ts';
import { inBrowserAtBoth, tabOf } from './in-browser.ts';
import { spokenWav } from './sound.ts';
import { ingest, jwt } from './meeting-steps.ts';

const folder = mkdtempSync(join(tmpdir(), 'coord-sound-'));
const wav = join(folder, 'spoken.wav');
writeFileSync(wav, spokenWav(20));
hearFile(wav);

const words = 'We decided to use JWT in src/auth.ts.';
const heard: number[] = [];
/** Says what was decided for each piece of sound that can be played: a file from its beginning. */
const speech: SpeechModel = {
  transcribe(audio) {
    heard.push(audio.length);
    const isPlayable = audio.subarray(0, 4).equals(Buffer.from([0x1a, 0x45, 0xdf, 0xa3]));
    return Promise.resolve(isPlayable ? words : 'noise');
  },
};

async function startRecording(page: Page, title = 'Standup'): Promise<void> {
  await page.getByLabel('What it is about').fill(title);
  await page.getByRole('button', { name: 'Start recording' }).click();
  await page.getByText('Recording', { exact: true }).waitFor();
}

/** Waits until the meter has shown a voice and a pause. */
async function levelMoves(page: Page): Promise<void> {
  const seen = new Set<number>();
  await eventually('the level to move', async () => {
    const value = await page.getByRole('meter').getAttribute('aria-valuenow');
    seen.add(Number(value));
    return Math.max(...seen) > 40 && Math.min(...seen) < 10 && seen.size > 3 ? true : undefined;
  });
}

inBrowserAtBoth(
  'MTG-3',
  'a meeting is recorded from a WAV file: the level moves, the text runs, and its results open',
  async (world) => {
    const tab = await tabOf(world, { view: 'meetings/record' });
    const { page } = tab;
    await startRecording(page);
    await levelMoves(page);
    const log = page.getByRole('log');
    await log.getByText(words).first().waitFor();
    assert.match(await page.getByRole('timer').innerText(), /^0:0[3-9]$/);
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByText('Paused').waitFor();
    await page.getByRole('button', { name: 'Go on' }).click();
    await page.getByRole('button', { name: 'Stop and find' }).click();
    await page.getByRole('heading', { name: 'What was found' }).waitFor();
    await page.getByText(jwt).first().waitFor();
    assert.match(page.url(), /\/meetings\/mtg_\w+$/);
    assert.ok(heard.every((bytes) => bytes > 1_000));
    await tab.close();
  },
  { speechModel: speech },
);

inBrowserAtBoth(
  'DSH-71',
  'without a speech model a person is told before they record',
  async (world) => {
    const tab = await tabOf(world, { view: 'meetings/record' });
    await tab.page.getByText('This relay has no speech model').waitFor();
    assert.is(await tab.page.getByRole('button', { name: 'Start recording' }).count(), 0);
    const { id: workspace_id } = world.workspace;
    assert.equal(await world.as('bob').ok('recentMeetings', { workspace_id }), []);
    await tab.close();
  },
);

inBrowserAtBoth(
  'DSH-71',
  'a microphone that may not be used is said, and no meeting is begun',
  async (world) => {
    const tab = await tabOf(world, { view: 'meetings' });
    const { page } = tab;
    await page.addInitScript(
      'navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException("", "NotAllowedError"))',
    );
    await page.goto(`${page.url()}/record`);
    await page.getByLabel('What it is about').fill('Standup');
    await page.getByRole('button', { name: 'Start recording' }).click();
    await page.getByText('There is no microphone that this page may use').waitFor();
    const { id: workspace_id } = world.workspace;
    assert.equal(await world.as('bob').ok('recentMeetings', { workspace_id }), []);
    await tab.close();
  },
  { speechModel: speech },
);

inBrowserAtBoth(
  'DSH-72',
  'with the relay gone the recording goes on, and into the same meeting when it is back',
  async (world) => {
    const tab = await tabOf(world, { view: 'meetings/record' });
    const { page } = tab;
    await startRecording(page);
    const lines = () => page.getByRole('log').getByText(words).count();
    await page.getByRole('log').getByText(words).first().waitFor();
    await world.whileGone(async () => {
      await page.getByText('Recording goes on, and is sent when it is back.').waitFor();
      await page.getByText(/\d pieces? of five seconds waits? here/).waitFor();
    });
    const before = await lines();
    await eventually('what was said meanwhile', async () =>
      (await lines()) > before ? true : undefined,
    );
    await page.getByText('The relay cannot be reached').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Stop and find' }).click();
    await page.getByRole('heading', { name: 'What was found' }).waitFor();
    const { id: workspace_id } = world.workspace;
    const made = await world.as('bob').ok('recentMeetings', { workspace_id });
    assert.equal(
      made.map(({ status }) => status),
      ['completed'],
    );
    await tab.close({ mayComplain: true });
  },
  { speechModel: speech },
);

inBrowserAtBoth(
  'DSH-72',
  'a recording goes on in other views, which lead back to it, and ends when the person signs out',
  async (world) => {
    const tab = await tabOf(world, { view: 'meetings/record' });
    const { page } = tab;
    await startRecording(page);
    await page.getByRole('link', { name: 'People' }).click();
    await page.getByText('Recording “Standup”').waitFor();
    let asked = 0;
    page.on('dialog', (dialog) => {
      asked += 1;
      void dialog.dismiss();
    });
    await page.close({ runBeforeUnload: true });
    await eventually('the question', async () => (asked > 0 ? true : undefined));
    await page.getByRole('link', { name: 'Back to it' }).click();
    await page.getByRole('button', { name: 'Stop and find' }).waitFor();
    await page.getByLabel('Signed in: ada').click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('Your API key').waitFor();
    const { id: workspace_id } = world.workspace;
    const [made] = await world.as('bob').ok('recentMeetings', { workspace_id });
    assert.is(made?.status, 'recording');
    await page.reload();
    assert.is(asked, 1);
    await tab.close();
  },
  { speechModel: speech },
);

inBrowserAtBoth(
  'DSH-73',
  'a recording that was left is gone on with, or ended from its page',
  async (world) => {
    const { id: workspace_id } = world.workspace;
    const begin = (title: string) => world.as('bob').ok('startMeeting', { workspace_id, title });
    const [left, other] = [await begin('Left'), await begin('Other')];
    const tab = await tabOf(world, { view: `meetings/${left.id}` });
    const { page } = tab;
    await page.getByRole('link', { name: 'Go on recording' }).click();
    await page.getByRole('button', { name: 'Go on recording' }).click();
    await page.getByRole('log').getByText(words).first().waitFor();
    await page.getByRole('button', { name: 'Stop and find' }).click();
    await page.getByRole('heading', { name: 'What was found' }).waitFor();
    assert.match(page.url(), left.id);
    await page.goto(page.url().replace(left.id, other.id));
    await page.getByRole('button', { name: 'End it and find' }).click();
    await page.getByRole('button', { name: 'End it', exact: true }).click();
    await page.getByText('Nothing was found').waitFor();
    await tab.close();
  },
  { speechModel: speech },
);

for (const theme of ['light', 'dark'] as const)
  inBrowserAtBoth(
    'DSH-5',
    `axe finds nothing in meetings (${theme})`,
    async (world) => {
      const made = await ingest(world);
      const [first] = made.decisions;
      const one = { meeting_id: made.id, result_id: first?.id };
      await world.as('bob').ok('reviewResult', { ...one, state: 'dropped' });
      const tab = await tabOf(world, { view: 'meetings' });
      const { page } = tab;
      await page.emulateMedia({ colorScheme: theme });
      const base = page.url();
      const views = ['', '?new=1', `/${made.id}?result=${made.decisions[1]?.id}`, '/record'];
      for (const view of views) {
        await page.goto(base + view);
        await page.locator('main[data-ready]').waitFor();
        assert.equal(await violations(page), [], view);
      }
      await startRecording(page);
      await page.getByRole('log').getByText(words).first().waitFor();
      assert.equal(await violations(page), []);
      await page.getByRole('button', { name: 'Stop and find' }).click();
      await page.getByRole('heading', { name: 'What was found' }).waitFor();
      await page.locator('[data-row]').last().focus();
      await page.keyboard.press('e');
      assert.equal(await violations(page), []);
      await tab.close();
    },
    { speechModel: speech },
  );

test.after(async () => {
  await closeBrowser();
  rmSync(folder, { recursive: true, force: true });
});
test.run();
