import { decided } from '../labelled.ts';

export const documents = [
  decided(
    'csv-stream',
    'CSV imports are parsed as a stream with 1,000 rows a batch',
    'A 2 GB file was read into memory whole.',
    ['huge spreadsheet upload crashes the process'],
  ),
  decided(
    'pdf-virus',
    'Uploads are scanned by ClamAV in a sandbox before anyone can open them',
    "A supplier's invoice carried a dropper.",
    ['malware in attachments'],
  ),
  decided(
    'geo-h3',
    'Areas are indexed by H3 cells at resolution 8',
    'Polygon intersection for each driver was too slow; neighbouring cells are arithmetic.',
    ['finding the nearest courier', 'spatial queries'],
  ),
  decided(
    'map-tiles',
    'Map tiles are self-hosted from OpenStreetMap extracts',
    'The provider raised its price fourteenfold.',
    ["why aren't we with Google for cartography"],
  ),
  decided(
    'ffmpeg-queue',
    'Videos are transcoded into three renditions on spot machines',
    'Encoding on the web servers made everything slow; interrupted work is simply started again.',
    ['media conversion pipeline', 'cheap preemptible capacity'],
  ),
  decided(
    'hls',
    'Playback is HLS with six-second segments',
    'Progressive MP4 stalled on every change of network.',
    ['adaptive streaming'],
  ),
  decided(
    'barcode-offline',
    'Barcodes are read on the device, the list of articles is synchronised at night',
    'The warehouse has no wireless between the steel racks.',
    ['scanning goods where wifi does not reach'],
  ),
  decided(
    'fhir',
    'Clinical data is exchanged as FHIR R4',
    'Each hospital had its own HL7 dialect.',
    ['interoperability standard for patient records'],
  ),
  decided(
    'esign',
    'Contracts are signed through DocuSign with an archived certificate',
    'A scanned signature did not hold in court.',
    ['legally binding agreements'],
  ),
  decided(
    'thumb-lazy',
    'Thumbnails are made on first view and kept for 30 days',
    'Most uploads are never looked at again.',
    ['when are preview pictures generated'],
  ),
];
