import { tmpdir } from 'node:os';
import { refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import { lasting, samplesIn, samplesInWav } from '../../shared/meetings/pcm.ts';
import { forOthers, printedBy } from '../../shared/node/processes/bounded-run.ts';

export interface Decoder {
  /** The samples in a piece of audio. Refused: what cannot be decoded here; the message says what would help. */
  decode(file: Buffer): Promise<Int16Array | Refusal>;
  close(): void;
}

export interface DecoderOptions {
  /** Where ffmpeg lies; undefined where it is not installed: then only WAV is decoded. */
  readonly ffmpeg: string | undefined;
  readonly environment: Readonly<Record<string, string | undefined>>;
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
export function decoder({ ffmpeg, environment }: DecoderOptions): Decoder {
  const stopping = new AbortController();
  return {
    close: () => stopping.abort(),
    async decode(file) {
      const plain = samplesInWav(file);
      if (plain !== undefined) return withinLength(plain);
      if (ffmpeg === undefined) return noFfmpeg;
      const run = { command: [ffmpeg, ...arguments_], folder: tmpdir(), timeoutMs, outputBytes };
      try {
        const signal = stopping.signal;
        const given = { ...run, environment: forOthers(environment), input: file, signal };
        return withinLength(samplesIn(await printedBy(given)));
      } catch {
        return stopping.signal.aborted ? stops : unknown;
      }
    },
  };
}

function withinLength(samples: Int16Array): Int16Array | Refusal {
  return lasting(samples) > longestMs ? tooLong : samples;
}

const noFfmpeg = refuse(
  'Unavailable',
  'This relay reads only WAV (PCM, 16 bits): ffmpeg, which decodes everything else, is not installed on its machine. Ask whoever runs it to install ffmpeg and to start the relay again, or record with coord meeting record.',
);
const unknown = refuse(
  'ValidationError',
  'ffmpeg finds no sound in this piece that it can decode. Send WebM, Ogg, MP4, MP3, FLAC or WAV, from the beginning of a file.',
);
const tooLong = refuse(
  'TooLarge',
  'A piece has at most ten minutes of sound. Send it in shorter ones.',
);
const stops = refuse('Unavailable', 'The relay stops. Send this piece again when it is back.');
