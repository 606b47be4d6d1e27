export { acceptUploadBodies } from './accept-upload-bodies.ts';
export { FileSweep, SweepRefused, type SweepReport } from './file-sweep.ts';
export { FileVerification, type VerificationReport } from './file-verification.ts';
export { type FileChecksum, type Upload, UploadPurpose } from './upload-purpose.ts';
export { UploadsModule } from './uploads.module.ts';
export { Uploads } from './uploads.ts';
