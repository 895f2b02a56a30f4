import { isRefusal } from '../../shared/kernel/refusal.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { broken, ok, warning, type Finding } from '../../shared/clients/common/finding.ts';

/** MTG-20: the speech model that a relay or a daemon would use that is started with this environment. */
export async function checkSpeech({ environment }: Terminal): Promise<Finding[]> {
  if (!Object.keys(environment).some((name) => name.includes('_SPEECH_'))) return [];
  const { speechFrom } = await import('../../relay/main.ts');
  const speech = await speechFrom(environment);
  if (speech === undefined) return [];
  if (isRefusal(speech)) {
    const [what = '', ...fix] = speech.message.split(/(?<=\.) /);
    return [broken('speech', what, fix.join(' ') || 'Correct it where the relay is started.')];
  }
  if (speech.hasFfmpeg) return [ok('speech', speech.sentence)];
  return [
    warning(
      'speech',
      speech.sentence,
      'Install ffmpeg where the relay runs, so that browsers can record.',
    ),
  ];
}
