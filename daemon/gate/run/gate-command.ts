import { createHash } from 'node:crypto';
import { z } from 'zod';
import { limits, opaque } from '../../../shared/contract/fields.ts';
import { asData } from '../../../shared/kernel/display.ts';
import { isRefusal, refuse, type Refusal } from '../../../shared/kernel/refusal.ts';
import { readPrivateFile, writePrivateFile } from '../../../shared/node/disk/files.ts';
import type { OwnSetting } from '../../../shared/node/git/harden.ts';
import { settingDigest } from '../../../shared/node/git/trusted-settings.ts';

/** A program and its arguments. */
export type GateCommand = readonly string[];

/** Where a repository proposes the command that tests it. */
export const proposalPath = '.coord/gate.json';

export const gateCommand = z
  .array(opaque(limits.task))
  .min(1)
  .max(200)
  .refine(([program]) => program?.trim() !== '', {
    message: 'command is empty: it must begin with a program, such as npm',
  });
const proposal = z.object({ command: gateCommand });
const kept = z.object({
  // One that cannot be run costs nothing else that is kept.
  command: gateCommand.optional().catch(undefined),
  /** Digests of the proposals that the person has confirmed. */
  trusted: z.array(z.string()).default([]),
  /** Digests of the repository's own settings that the person has confirmed (GIT-3), by their names. */
  trusted_settings: z.record(z.string(), z.string()).default({}),
});

type Kept = z.output<typeof kept>;

/** The command that the person keeps for the repository, and what of its proposals they trust; in a file of theirs (0600). */
export class GateSettings {
  constructor(private readonly file: string) {}

  get command(): GateCommand | undefined {
    return this.read().command;
  }

  keep(command: GateCommand): void {
    this.write({ ...this.read(), command: [...command] });
  }

  trusts(command: GateCommand): boolean {
    return this.read().trusted.includes(commandDigest(command));
  }

  /** One at a time: what was trusted before is not any more. */
  trust(command: GateCommand): void {
    this.write({ ...this.read(), trusted: [commandDigest(command)] });
  }

  /** GIT-3: exactly these values, in the place of earlier ones. */
  trustSetting(setting: OwnSetting): void {
    const kept = this.read();
    const trusted = { ...kept.trusted_settings, [setting.name]: settingDigest(setting) };
    this.write({ ...kept, trusted_settings: trusted });
  }

  private read(): Kept {
    try {
      const text = readPrivateFile(this.file);
      return kept.parse(JSON.parse(isRefusal(text) ? '{}' : (text ?? '{}')));
    } catch {
      return { trusted: [], trusted_settings: {} };
    }
  }

  private write(settings: Kept): void {
    writePrivateFile(this.file, `${JSON.stringify(settings)}\n`);
  }
}

/** Equal for equal commands, however the file is written. */
export function commandDigest(command: GateCommand): string {
  return createHash('sha256').update(JSON.stringify(command)).digest('hex');
}

/** What the text of the repository's file proposes; undefined where there is no such file. */
export function parseProposal(fileText: string | undefined): GateCommand | undefined | Refusal {
  if (fileText === undefined) return undefined;
  try {
    const read = proposal.safeParse(JSON.parse(fileText));
    if (read.success) return read.data.command;
  } catch {
    // Said below.
  }
  return refuse(
    'Conflict',
    `${proposalPath} is not {"command": ["program", "argument", ...]}, or its program is empty. Mend it, or give the command: coord gate run -- npm test`,
  );
}

export interface CommandSources {
  /** By the person, with this very run. */
  readonly given: GateCommand | undefined;
  readonly settings: Pick<GateSettings, 'command' | 'trusts'>;
  readonly proposed: GateCommand | undefined | Refusal;
}

/** The command to run: given, else kept, else proposed by the repository and trusted. Never one that nobody has confirmed. */
export function chooseCommand({
  given,
  settings,
  proposed,
}: CommandSources): GateCommand | Refusal {
  const own = given ?? settings.command;
  if (own !== undefined) return own;
  if (isRefusal(proposed)) return proposed;
  if (proposed === undefined)
    return refuse(
      'Conflict',
      'There is no command for the tests. Give one: coord gate run -- npm test. Or keep one: coord gate set -- npm test',
    );
  if (settings.trusts(proposed)) return proposed;
  return refuse(
    'Conflict',
    `The repository proposes to run: ${quotedCommand(proposed)}. It is not run before you have confirmed it: coord gate trust`,
  );
}

/** A command as people read it; with its arguments quoted. */
export function quotedCommand(command: GateCommand): string {
  return command
    .map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : JSON.stringify(asData(word))))
    .join(' ');
}
