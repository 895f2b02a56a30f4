import { tmpdir } from 'node:os';
import { isRefusal, refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import { findOnSearchPath } from '../../shared/node/search-path.ts';
import { commandWords, removeLeftPieces, commandModel } from './speech-command.ts';
import { speechModelFrom } from './language-model.ts';
import { speechModel, type SpeechModel, type SpeechModelSettings } from './speech-model.ts';
import { lasting, samplesIn, samplesInWav, tooLong } from '../../shared/meetings/pcm.ts';
import { forOthers, printedBy } from '../../shared/node/processes/bounded-run.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const variables = {
  command: 'COORD_SPEECH_COMMAND',
  model: 'COORD_SPEECH_MODEL',
} as const;

/** What writes down the audio of meetings. */
type SpeechSettings =
  | ({ readonly kind: 'server' } & SpeechModelSettings)
  | { readonly kind: 'command'; readonly command: readonly [string, ...string[]] };

/** What the environment names; undefined where it names nothing. Refused with a ValidationError: half of it, or two. */
function speechSettingsFrom(environment: Environment): SpeechSettings | undefined | Refusal {
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
  const modelDecodes = settings.kind === 'server';
  const { decode, close } = decoder({ ffmpeg, environment, modelDecodes });
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

interface Decoder {
  /**
   * The samples in a piece of audio. Refused: what cannot be decoded here, unless the model decodes, which is undefined; the message
   * says what would help.
   */
  decode(file: Buffer): Promise<Int16Array | Refusal | undefined>;
  close(): void;
}

interface DecoderOptions {
  /** Where ffmpeg lies; undefined where it is not installed: then only WAV is decoded. */
  readonly ffmpeg: string | undefined;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** A server may be able to decode what cannot be decoded here. */
  readonly modelDecodes?: boolean;
}

const timeoutMs = 20_000;
const longestMs = 600_000;
/** Ten minutes, and one second by which is seen that there is more. */
const longestSeconds = 601;
const outputBytes = 40_000_000;
/** What a member sends is read as one of these and from nowhere else: a playlist could name files of this machine. */
const formats = 'matroska,webm,ogg,mov,mp4,m4a,mp3,flac,wav,aac';
const arguments_ = [
  ...['-hide_banner', '-loglevel', 'error', '-nostdin'],
  ...['-protocol_whitelist', 'pipe', '-format_whitelist', formats, '-i', 'pipe:0'],
  ...['-vn', '-ac', '1', '-ar', '16000', '-t', String(longestSeconds), '-f', 's16le', 'pipe:1'],
];

/** MTG-20: decodes plain WAV itself and everything else by ffmpeg, through pipes: no sound is put on disk for it. */
export function decoder({ ffmpeg, environment, modelDecodes }: DecoderOptions): Decoder {
  const stopping = new AbortController();
  const undecoded = (refusal: Refusal) => (modelDecodes === true ? undefined : refusal);
  return {
    close: () => stopping.abort(),
    async decode(file) {
      const plain = samplesInWav(file, longestMs);
      if (plain !== undefined) return plain;
      if (ffmpeg === undefined) return undecoded(noFfmpeg);
      const run = { command: [ffmpeg, ...arguments_], folder: tmpdir(), timeoutMs, outputBytes };
      try {
        const signal = stopping.signal;
        const given = { ...run, environment: forOthers(environment), input: file, signal };
        const samples = samplesIn(await printedBy(given));
        return lasting(samples) > longestMs ? undecoded(tooLong(longestMs)) : samples;
      } catch {
        return stopping.signal.aborted ? stops : undecoded(unknown);
      }
    },
  };
}

const noFfmpeg = refuse(
  'Unavailable',
  'This relay reads only WAV (PCM, 16 bits): ffmpeg, which decodes everything else, is not installed on its machine. Ask whoever runs it to install ffmpeg and to start the relay again, or record with coord meeting record.',
);
const unknown = refuse(
  'ValidationError',
  'ffmpeg finds no sound in this piece that it can decode. Send WebM, Ogg, MP4, MP3, FLAC or WAV, from the beginning of a file.',
);
const stops = refuse('Unavailable', 'The relay stops. Send this piece again when it is back.');
