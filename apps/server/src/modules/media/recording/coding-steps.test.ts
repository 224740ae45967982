import { expect, it } from 'vitest';
import { FFmpegError, PosixError } from 'node-av/lib';
import { check, CodingRefused } from './coding-steps.ts';

const thrown = (name: PosixError): unknown => {
  try {
    return check(FFmpegError.AVERROR(name), 'encoding');
  } catch (error) {
    return error;
  }
};

it('what FFmpeg refuses for what the file has is a refusal; what the machine lacks is not', () => {
  expect(thrown(PosixError.EINVAL)).toBeInstanceOf(CodingRefused);
  for (const name of [PosixError.ENOSPC, PosixError.ENOMEM, PosixError.EIO]) {
    expect(thrown(name)).not.toBeInstanceOf(CodingRefused);
    expect(thrown(name)).toMatchObject({ code: name });
  }
  expect(check(7, 'encoding')).toBe(7);
});
