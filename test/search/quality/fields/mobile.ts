import { decided } from '../labelled.ts';

export const mobile = [
  decided(
    'react-native',
    'React Native for both phones, native modules only for camera and Bluetooth',
    'Two native teams of one person each could not keep features level. Most screens are lists and forms.',
    ['do we write Swift and Kotlin', 'cross-platform approach for iOS and Android'],
  ),
  decided(
    'offline-outbox',
    'The app writes to a local outbox and synchronises when it is online again',
    'Inspectors work in basements. Each entry has its own id so that sending twice does no harm.',
    [
      'how does it work without a connection',
      ['field workers have no signal, are their edits lost?', { 'sqlite-edge': 1 }],
    ],
  ),
  decided(
    'force-upgrade',
    'The server may declare a minimum app version',
    'A build with a broken payment flow stayed on phones for months. Below the minimum there is only a link to the store.',
    [
      'how to get rid of ancient installs',
      'what do we do about users who never install the newest release?',
    ],
  ),
  decided(
    'push-collapse',
    'Collapse push notifications by conversation and keep quiet at night',
    'People switched off all alerts after a busy chat sent sixty at once.',
    ['users complain about getting spammed on their phone', 'do we wake people at 3am'],
  ),
  decided(
    'keychain-secrets',
    'Tokens on the device go to Keychain and Keystore, never to async storage',
    'A backup of a phone contained working credentials in plain text.',
    ['where may an iPhone hold sensitive material'],
  ),
  decided(
    'cert-pinning-no',
    'No certificate pinning in the mobile app',
    'A rotated intermediate locked out every installed version for two days. Platform trust and transparency logs are enough for our risk.',
    [
      'do we hardcode the TLS fingerprint of our backend',
      'man in the middle protection on handsets',
    ],
  ),
  decided(
    'deep-links',
    'Universal links only; custom URL schemes are gone',
    'Any other app could claim our scheme and receive sign-in codes.',
    ['opening the right screen from an email'],
  ),
  decided(
    'background-location',
    'Track position only while a delivery is active, with significant-change updates',
    'Continuous GPS drained the battery by noon and the store reviewers refused it.',
    [
      "power consumption of couriers' phones",
      'are we recording where drivers are after their shift?',
    ],
  ),
  decided(
    'image-webp',
    'Photos are scaled to 1600 pixels and re-encoded as WebP before upload',
    'Twelve megapixel pictures over 3G took minutes and nobody zooms that far.',
    ['shrinking camera shots to save bandwidth'],
  ),
];
