/** What the identifiers of each kind of record begin with. */
export const idPrefixes = {
  user: 'usr',
  workspace: 'ws',
  session: 'sess',
  key: 'key',
  decision: 'dec',
  convention: 'cnv',
  learning: 'lrn',
  trace: 'trc',
  task: 'tsk',
  negotiation: 'neg',
  wait: 'wait',
  receipt: 'rcpt',
  meeting: 'mtg',
  actionItem: 'act',
  workPackage: 'pkg',
  invitation: 'ivt',
} as const;
