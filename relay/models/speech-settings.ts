import { isRefusal, refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import { findOnSearchPath } from '../../shared/node/search-path.ts';
import { commandWords, removeLeftPieces, commandModel } from './speech-command.ts';
import { decoder } from './decoder.ts';
import { speechModelFrom } from './language-model.ts';
import { speechModel, type SpeechModel, type SpeechModelSettings } from './speech-model.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const variables = {
  command: 'COORD_SPEECH_COMMAND',
  model: 'COORD_SPEECH_MODEL',
} as const;

/** What writes down the audio of meetings. */
export type SpeechSettings =
  | ({ readonly kind: 'server' } & SpeechModelSettings)
  | { readonly kind: 'command'; readonly command: readonly [string, ...string[]] };

/** What the environment names; undefined where it names nothing. Refused with a ValidationError: half of it, or two. */
export function speechSettingsFrom(environment: Environment): SpeechSettings | undefined | Refusal {
  const command = environment[variables.command] || undefined;
  const served = speechModelFrom(environment);
  if (isRefusal(served)) return served;
  if (command === undefined) return served && { kind: 'server', ...served };
  if (served !== undefined) {
    return invalid(
      `${variables.command} and ${variables.model} name two speech models. Leave one out.`,
    );
  }
  const words = commandWords(command);
  if (isRefusal(words)) return invalid(`${variables.command}: ${words.message}`);
  return { kind: 'command', command: words };
}

/** A speech model that can be used, and what a person should know of it, in a sentence. */
export interface ReadySpeech {
  readonly model: SpeechModel;
  readonly sentence: string;
  readonly hasFfmpeg: boolean;
}

/**
 * MTG-20: the speech model that the environment names, with what decodes for it; undefined where it names none. A command that this
 * machine does not have is refused here, before anybody speaks.
 */
export async function speechFrom(
  environment: Environment,
): Promise<ReadySpeech | undefined | Refusal> {
  const settings = speechSettingsFrom(environment);
  if (settings === undefined || isRefusal(settings)) return settings;
  const searchPath = environment['PATH'] ?? '';
  const ffmpeg = await findOnSearchPath('ffmpeg', searchPath);
  const { decode, close } = decoder({ ffmpeg, environment });
  const hasFfmpeg = ffmpeg !== undefined;
  if (settings.kind === 'server') {
    const model = { ...speechModel(settings), decode, close };
    return { model, hasFfmpeg, sentence: sentenceOf(`the model ${settings.model}`, hasFfmpeg) };
  }
  const [named, ...given] = settings.command;
  const program = await findOnSearchPath(named, searchPath);
  if (program === undefined) {
    return invalid(
      `${variables.command} names ${named}, which is no program on the PATH. Install it, or give its whole path.`,
    );
  }
  await removeLeftPieces();
  const model = commandModel({ command: [program, ...given], environment });
  const closeBoth = () => [model.close?.(), close()];
  return {
    model: { ...model, decode, close: () => void closeBoth() },
    hasFfmpeg,
    sentence: sentenceOf(`the command ${program}`, hasFfmpeg),
  };
}

function sentenceOf(who: string, hasFfmpeg: boolean): string {
  const decoded = hasFfmpeg
    ? 'ffmpeg decodes what browsers send'
    : 'ffmpeg is not on the PATH, so what browsers send is not decoded, only WAV';
  return `The audio of meetings is written down by ${who}; ${decoded}.`;
}

function invalid(message: string): Refusal {
  return refuse('ValidationError', message);
}
