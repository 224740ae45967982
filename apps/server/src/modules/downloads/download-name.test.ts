import { describe, expect, test } from 'vitest';
import type { Actor } from '../../db/database.ts';
import { ARCHIVE_KEPT_ms, archiveStep, contentsOf, entitlementOf } from './archive.rules.ts';
import { attachment, downloadName, safeTitle, sizeInName } from './download-name.ts';

describe('the name of a download', () => {
  test.each([
    ['La *Divina commedia', 'La Divina commedia'],
    ['../../etc/passwd', 'etc passwd'],
    ['a\r\nContent-Type: x', 'a Content-Type x'],
    ['.hidden', 'hidden'],
    ['  CON: "x" <y>|z?  ', 'CON x y z'],
    ['È già 大学', 'È già 大学'],
    ['...', 'untitled'],
    ['\u202Egnp.exe', 'gnp.exe'],
  ])('[DOWN-17] %j is safe for file systems as %j', (title, safe) => {
    expect(safeTitle(title)).toBe(safe);
  });

  test('[DOWN-17] is title-widthxheight.ext, of a zip with the size that was chosen', () => {
    expect(downloadName('A title', '800x600', 'jpg')).toBe('A title-800x600.jpg');
    expect(['full', 'max', 'pct:50', '!1080,1920', '300,200', 'pct:12.5'].map(sizeInName)).toEqual([
      'full',
      'full',
      'half',
      '1080x1920',
      '300x200',
      '12.5percent',
    ]);
    expect(Buffer.byteLength(downloadName('大'.repeat(400), '10000x10000', 'jpg'))).toBeLessThan(255);
  });

  test('[DOWN-17] stands in the header for old programs and whole', () => {
    expect(attachment('Città (1) "x".jpg')).toBe(
      `attachment; filename="Citta (1) _x_.jpg"; filename*=UTF-8''Citt%C3%A0%20%281%29%20%22x%22.jpg`,
    );
  });
});

describe('an archive', () => {
  const now = Date.parse('2026-11-22T12:00:00Z');
  const made = (state: string, ready_ms: number | null, asked_ms = ready_ms ?? 0) => ({
    state,
    askedAt: new Date(now - asked_ms),
    readyAt: ready_ms === null ? null : new Date(now - ready_ms),
  });

  test('[DOWN-21] is handed out for 24 hours after it was made, and then made anew', () => {
    expect(ARCHIVE_KEPT_ms).toBe(86_400_000);
    expect(archiveStep(made('READY', 0, 90_000_000), now)).toBe('hand out');
    expect(archiveStep(made('READY', ARCHIVE_KEPT_ms - 1), now)).toBe('hand out');
    expect(archiveStep(made('READY', ARCHIVE_KEPT_ms), now)).toBe('make');
    expect(archiveStep(undefined, now)).toBe('make');
  });

  test('is waited for while somebody may work on it', () => {
    expect(archiveStep(made('WAITING', null, 60_000), now)).toBe('wait');
    expect(archiveStep(made('WAITING', null, 7 * 60 * 60 * 1000), now)).toBe('make');
    expect(archiveStep(made('ERROR', 60_000), now)).toBe('refuse');
  });

  test('[DOWN-20] has a key that differs by entitlement and contents', () => {
    const actor = (roles: Actor['roles']): Actor => ({
      accountUuid: '',
      username: '',
      displayName: '',
      userRights: 'all',
      roles,
    });
    expect(entitlementOf(actor(['ROLE_IMAGE_DOWNLOAD', 'ROLE_USER']))).toBe('marked');
    expect(entitlementOf(actor(['ROLE_IMAGE_DOWNLOAD', 'ROLE_NO_WATERMARK']))).toBe('clean');
    expect(contentsOf({ images: [{ version: 1 }] })).not.toBe(contentsOf({ images: [{ version: 2 }] }));
  });
});
