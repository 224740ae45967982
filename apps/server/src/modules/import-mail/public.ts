export { mailImportEndsJob } from './mail-import-ends.job.ts';
