import { decided } from '../labelled.ts';

export const privacy = [
  decided(
    'crypto-shred',
    "Erasure requests destroy the person's encryption key",
    'Backups and the event history cannot be rewritten. Without the key what remains is noise.',
    [
      'right to be forgotten under GDPR',
      'a customer wants all their data removed, including from archives',
    ],
  ),
  decided(
    'eu-residency',
    'Data of European customers stays in Frankfurt',
    'Two hospitals required it in writing. Only pseudonymous metrics leave the region.',
    ['may we copy records from Germany to Virginia'],
  ),
  decided(
    'audit-append',
    'The audit log is append-only with a hash chain',
    'An administrator could delete the traces of a deletion.',
    [
      'proof that nobody tampered with the history of actions',
      'who did what and when, for compliance',
    ],
  ),
  decided(
    'csp-strict',
    'Strict Content-Security-Policy with nonces',
    'A compromised analytics tag skimmed card forms at a competitor. Inline scripts without a nonce do not run.',
    ['defence against cross-site scripting', 'can I paste a marketing snippet into the page?'],
  ),
  decided(
    'param-queries',
    'Only parameterised SQL; string concatenation fails the linter',
    'A search field on the admin page was injectable for two years.',
    ['preventing attackers from smuggling commands into the database'],
  ),
  decided(
    'dep-scan',
    'Vulnerable dependencies are upgraded within 72 hours if reachable',
    "The scanner's list was too long to act on; reachability cut it to a tenth.",
    ['what do we do about CVEs in third-party packages', 'log4shell style emergencies'],
  ),
  decided(
    'zero-trust-net',
    'The VPN is replaced by an identity-aware proxy',
    'Anyone inside the network reached everything. Each application now asks who is calling.',
    ['how do employees reach internal tools from home'],
  ),
  decided(
    'kms-envelope',
    'Encrypt health records with envelope keys from KMS',
    'A database dump alone must be worthless. Data keys are per patient and cached for five minutes.',
    ['encryption at rest for medical information', 'what would a thief get from a stolen disk?'],
  ),
  decided(
    'ssrf-proxy',
    'URLs given by users are fetched through an egress proxy that refuses private addresses',
    'A webhook test button could read the cloud metadata service.',
    ['a customer supplies a link and our backend downloads it, is that dangerous'],
  ),
  decided(
    'cookie-consent',
    'No analytics before consent; our own counter without identifiers instead',
    'The regulator fined a competitor. Aggregated counts answer most questions.',
    ['do we track visitors who have not agreed', 'google analytics'],
  ),
  decided(
    'retention-90',
    'Raw access logs are deleted after 90 days',
    'We could not explain why we still had addresses from 2016.',
    ['how long do we keep IP information'],
  ),
  decided(
    'pentest-yearly',
    'An outside firm attacks the product every year and gets the source',
    'Black-box tests spent their time guessing URLs.',
    ['external security assessment'],
  ),
];
