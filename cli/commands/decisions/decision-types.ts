/** As `--type` takes them. Written out here, because the help of every command would wait for the contract to load. */
export const decisionTypes = [
  'architecture',
  'approach',
  'implementation',
  'rejection',
  'tradeoff',
  'convention',
  'bugfix',
  'other',
];
