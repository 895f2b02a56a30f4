/** A relay that dies while a meeting is recorded in a real browser. */
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { SpeechModel } from '../../relay/models/speech-model.ts';
import { eventually } from '../support/waiting.ts';
import { closeBrowser, hearFile } from './browser.ts';
import { inBrowserAtBoth, tabOf } from './in-browser.ts';
import { spokenWav } from './sound.ts';

const folder = mkdtempSync(join(tmpdir(), 'coord-sound-'));
const wav = join(folder, 'spoken.wav');
writeFileSync(wav, spokenWav(20));
hearFile(wav);

/** Calls each sound by a number, the same one whenever it is heard, and can stay without an answer, as a relay that is killed. */
class Numbering implements SpeechModel {
  readonly name = 'numbering';
  isHeld = false;
  /** Of the sound that waits for an answer. */
  held = 0;
  private readonly numbers = new Map<string, number>();

  reset(): void {
    this.numbers.clear();
    this.isHeld = false;
    this.held = 0;
  }

  transcribe(audio: Buffer): Promise<string> {
    const sound = createHash('sha256').update(audio).digest('hex');
    const number = this.numbers.get(sound) ?? this.numbers.size + 1;
    this.numbers.set(sound, number);
    if (!this.isHeld) return Promise.resolve(`This is piece ${number}.`);
    this.held = number;
    return new Promise(() => undefined);
  }
}

const speechModel = new Numbering();

inBrowserAtBoth(
  'DSH-72',
  'a piece that was on its way when the relay died is sent again: nothing is lost or said twice',
  async (world) => {
    speechModel.reset();
    const tab = await tabOf(world, { view: 'meetings/record' });
    const { page } = tab;
    await page.getByLabel('What it is about').fill('Standup');
    await page.getByRole('button', { name: 'Start recording' }).click();
    const log = page.getByRole('log');
    await log.getByText('This is piece 1.').waitFor();
    speechModel.isHeld = true;
    await eventually('a piece on its way', () => Promise.resolve(speechModel.held || undefined));
    const gone = world.whileGone(async () => {
      await page.getByText(/[2-9] pieces of five seconds wait here/).waitFor();
      speechModel.isHeld = false;
    });
    await page.getByText('Recording goes on, and is sent when it is back.').waitFor();
    await gone;
    await log.getByText(`This is piece ${speechModel.held + 2}.`).waitFor();
    await page.getByRole('button', { name: 'Stop and find' }).click();
    await page
      .getByRole('heading', { name: 'What was found' })
      .or(page.getByText('Nothing was found'))
      .waitFor();
    const { id: workspace_id } = world.workspace;
    const [made] = await world.as('bob').ok('recentMeetings', { workspace_id });
    const { transcript } = await world.as('bob').ok('getMeeting', { meeting_id: made?.id });
    const numbers = [...transcript.matchAll(/piece (\d+)/g)].map(([, number]) => Number(number));
    assert.equal(
      numbers,
      numbers.map((_number, at) => at + 1),
    );
    assert.ok(numbers.length >= speechModel.held + 2, transcript);
    await tab.close({ mayComplain: true });
  },
  { speechModel },
);

test.after(async () => {
  await closeBrowser();
  rmSync(folder, { recursive: true, force: true });
});
test.run();
