import { Option, type Command } from 'commander';
import type { Define } from '../../command-line/define.ts';
import { addConnection, workspaceOption } from '../../command-line/options.ts';
import type { InviteOptions } from './invite.ts';

/** `coord invite`. */
export function registerInvite(program: Command, define: Define): void {
  const command = define<InviteOptions>(program, 'invite <email>', {
    summary: 'print one line with which somebody joins the workspace; no e-mail is sent',
    example: 'coord invite bob@example.com',
    load: async () => (await import('./invite.ts')).invite,
  }).addOption(
    new Option('--role <role>', 'what they may do')
      .choices(['owner', 'admin', 'member'])
      .default('member'),
  );
  addConnection(command).addOption(workspaceOption());
}
