import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { likelySlips, readConfig } from './config.ts';
import { ConfigError, settingNames } from './settings/setting-values.ts';

describe('the settings', () => {
  it('[RUN-09, RUN-10, RUN-12, RUN-13, RUN-16, RUN-20, RUN-21] are all optional', () => {
    expect(readConfig({})).toEqual({
      port: 8080,
      host: '0.0.0.0',
      dataDir: resolve('data'),
      database: { kind: 'embedded' },
      storageDir: resolve('data', 'files'),
      bucket: undefined,
      publicUrl: undefined,
      smtpUrl: undefined,
      mailFrom: undefined,
      trustProxy: false,
      metricsToken: undefined,
      adminUsername: 'admin',
      adminPassword: undefined,
      sampleCatalogue: undefined,
      deploymentProfile: 'standard',
      logLevel: 'info',
      limits: {
        storageCache_bytes: 10 * 1024 ** 3,
        uploadMax_bytes: 16 * 1024 ** 3,
        uploadPart_bytes: 16 * 1024 * 1024,
        openUploadsMax: 20,
        unclaimedMax_bytes: 200 * 1024 ** 3,
        unclaimedFilesMax: 100_000,
        fetchMax_ms: 600_000,
        fetchAllowedAddresses: [],
        imageMax_pixels: 1_000_000_000,
        answerMax_pixels: 36_000_000,
        sessionIdle_ms: 4 * 3_600_000,
        sessionAbsolute_ms: 16 * 3_600_000,
        signInAttempts: 10,
        signInWindow_ms: 300_000,
        unclaimedUploads_ms: 7 * 86_400_000,
        trash_ms: 365 * 86_400_000,
        originalCheck_ms: 90 * 86_400_000,
        workers: availableParallelism(),
      },
    });
  });

  it('mean nothing when they are empty', () => {
    const empty = Object.fromEntries(
      ['PORT', 'DATABASE_URL', 'STORAGE_URL', 'PUBLIC_URL', 'TRUST_PROXY', 'ADMIN_PASSWORD', 'LOG_LEVEL'].map(
        (name) => [name, ' '.repeat(name === 'ADMIN_PASSWORD' ? 0 : 2)],
      ),
    );
    expect(readConfig(empty)).toEqual(readConfig({}));
  });

  it('[RUN-14] name a bucket with its endpoint, region, key and prefix, or refuse what is wrong in it', () => {
    const read = (STORAGE_URL: string) => readConfig({ DATA_DIR: '/srv', STORAGE_URL });
    expect(
      read('s3://me:a%2Fsecret@files/our/part?endpoint=http://127.0.0.1:9000&region=eu-south-1'),
    ).toMatchObject({
      storageDir: '/srv/storage-work',
      bucket: {
        name: 'files',
        prefix: 'our/part/',
        endpoint: 'http://127.0.0.1:9000',
        region: 'eu-south-1',
        credentials: { accessKeyId: 'me', secretAccessKey: 'a/secret' },
      },
    });
    expect(read('s3://files').bucket).toEqual({
      name: 'files',
      prefix: '',
      endpoint: undefined,
      region: 'us-east-1',
      credentials: undefined,
    });
    for (const wrong of [
      's3://',
      's3://me@files',
      's3://files?end=x',
      's3://files?endpoint=ftp://x',
      's3://files/a b',
    ]) {
      expect(() => read(wrong), wrong).toThrow(/^STORAGE_URL .* For example: /);
    }
  });

  it('[RUN-10, RUN-11, RUN-12, RUN-13, RUN-14, RUN-16, RUN-17, RUN-19, RUN-20, RUN-21, RUN-42] are read from the environment', () => {
    const config = readConfig({
      PORT: ' 9090 ',
      HOST: '127.0.0.1',
      DATA_DIR: '/srv/armarium',
      DATABASE_URL: 'postgres://me:secret@db.example/armarium?sslmode=require',
      STORAGE_URL: 'file:///mnt/files%20of%20ours',
      PUBLIC_URL: 'https://catalogue.example.org/',
      SMTP_URL: 'smtp://me:a%2Fsecret@mail.example:587?tls.rejectUnauthorized=false',
      MAIL_FROM: '"The Library, Modena" <catalogue@example.org>',
      TRUST_PROXY: 'on',
      METRICS_TOKEN: 'ab12-ab12-ab12-ab12',
      ADMIN_USERNAME: 'ada',
      ADMIN_PASSWORD: ' twelve signs ',
      SAMPLE_CATALOGUE: 'off',
      DEPLOYMENT_PROFILE: 'open',
      LOG_LEVEL: 'warn',
      UPLOAD_MAX_BYTES: '1000',
      FETCH_MINUTES: '1',
      FETCH_ALLOWED_ADDRESSES: '10.20.0.7, fd00::/8',
      SESSION_IDLE_MINUTES: '1',
      UNCLAIMED_UPLOAD_DAYS: '1',
      TRASH_DAYS: '30',
      CHECK_ORIGINALS_DAYS: '180',
      WORKERS: '3',
    });
    expect(config).toMatchObject({
      port: 9090,
      host: '127.0.0.1',
      dataDir: '/srv/armarium',
      database: { kind: 'url', url: 'postgres://me:secret@db.example/armarium?sslmode=require' },
      storageDir: '/mnt/files of ours',
      bucket: undefined,
      publicUrl: 'https://catalogue.example.org',
      smtpUrl: 'smtp://me:a%2Fsecret@mail.example:587?tls.rejectUnauthorized=false',
      mailFrom: { name: 'The Library, Modena', address: 'catalogue@example.org' },
      trustProxy: true,
      metricsToken: 'ab12-ab12-ab12-ab12',
      adminUsername: 'ada',
      // Blanks belong to a password.
      adminPassword: ' twelve signs ',
      sampleCatalogue: false,
      deploymentProfile: 'open',
      logLevel: 'warn',
      limits: {
        storageCache_bytes: 10 * 1024 ** 3,
        uploadMax_bytes: 1000,
        fetchMax_ms: 60_000,
        fetchAllowedAddresses: ['10.20.0.7', 'fd00::/8'],
        sessionIdle_ms: 60_000,
        unclaimedUploads_ms: 86_400_000,
        trash_ms: 30 * 86_400_000,
        originalCheck_ms: 180 * 86_400_000,
        workers: 3,
      },
    });
  });

  it.each([
    ['PORT', '80a'],
    ['PORT', '80 80'],
    ['HOST', 'http://127.0.0.1'],
    ['HOST', '127.0.0.1:8080'],
    ['HOST', 'a b'],
    ['DEPLOYMENT_PROFILE', 'closed'],
    ['DEPLOYMENT_PROFILE', 'Open'],
    ['UPLOAD_MAX_BYTES', '16GB'],
    ['SESSION_IDLE_MINUTES', '4h'],
    ['PUBLIC_URL', 'https://example.org/armarium'],
    ['PUBLIC_URL', 'https://example.org/?x'],
    ['PUBLIC_URL', 'https://me:hunter2@example.org'],
    ['DATABASE_URL', 'postgres://db.example.org'],
    ['DATABASE_URL', 'postgres://db.example.org/'],
    ['DATABASE_URL', 'postgres://me:p#w@db.example.org/armarium'],
    ['DATABASE_URL', 'postgres://me:pw@db.example.org:no/armarium'],
    ['STORAGE_URL', 'file://srv/files'],
    ['STORAGE_URL', 'file:files'],
    ['STORAGE_URL', 'file:///'],
    ['STORAGE_URL', 'file:///a%zz'],
    ['METRICS_TOKEN', 'short'],
    ['METRICS_TOKEN', 'it has blanks in it, though'],
    ['ADMIN_USERNAME', 'ada:lovelace'],
    ['PORT', '-1'],
    ['PORT', '65536'],
    ['PORT', '8080.5'],
    ['PORT', '0x50'],
    ['WORKERS', '0'],
    ['WORKERS', '1e2'],
    ['UPLOAD_MAX_BYTES', '0'],
    ['SESSION_IDLE_MINUTES', '9999999999999999999'],
    ['FETCH_MINUTES', '0'],
    ['FETCH_ALLOWED_ADDRESSES', 'images.example.org'],
    ['FETCH_ALLOWED_ADDRESSES', '10.0.0.0/33'],
    ['FETCH_ALLOWED_ADDRESSES', '10.0.0.0/'],
    ['LOG_LEVEL', 'loud'],
    ['TRUST_PROXY', 'true'],
    ['SAMPLE_CATALOGUE', '1'],
    ['PUBLIC_URL', 'catalogue.example.org'],
    ['PUBLIC_URL', 'ftp://catalogue.example.org'],
    ['SMTP_URL', 'mail.example.org'],
    ['SMTP_URL', 'https://mail.example.org'],
    ['SMTP_URL', 'smtp://'],
    ['SMTP_URL', 'smtp://me:pw@mail.example.org:no'],
    ['SMTP_URL', 'smtp://me:12/w@mail.example.org'],
    ['SMTP_URL', 'smtp://me:12?w@mail.example.org'],
    ['SMTP_URL', 'smtp://me:p#w@mail.example.org'],
    ['SMTP_URL', 'smtp://mail.example.org?sendmail=true'],
    ['SMTP_URL', 'smtp://mail.example.org?logger=true'],
    ['MAIL_FROM', 'the library'],
    ['MAIL_FROM', 'The Library <catalogue>'],
    ['MAIL_FROM', 'The Library <catalogue@example.org> and more'],
    ['MAIL_FROM', 'The\u0007Library <catalogue@example.org>'],
    ['DATABASE_URL', 'mysql://localhost/x'],
    ['DATABASE_URL', 'localhost:5432'],
    ['STORAGE_URL', 's3://bucket?place=here'],
    ['STORAGE_URL', '/srv/files'],
    ['ADMIN_PASSWORD', 'short'],
    ['ADMIN_PASSWORD', '🙂🙂🙂🙂🙂🙂'],
  ])('[RUN-09] %s=%s stops the start with a word that names it and shows a right one', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(ConfigError);
    const said = () => readConfig({ [name]: value });
    expect(said).toThrow(new RegExp(`^${name}[ =].*[.] For example: ${name}=\\S+`));
  });

  it('[RUN-09] show examples that are right themselves', () => {
    const wrong = {
      ADMIN_PASSWORD: 'x',
      DATABASE_URL: 'x',
      HOST: '!',
      PUBLIC_URL: 'x',
      STORAGE_URL: 'x',
      SMTP_URL: 'x',
    };
    for (const [name, value] of Object.entries({
      ...wrong,
      PORT: 'x',
      MAIL_FROM: 'x',
      WORKERS: 'x',
      TRUST_PROXY: 'x',
      LOG_LEVEL: 'x',
    })) {
      let example = '';
      try {
        readConfig({ [name]: value });
      } catch (error) {
        example = /For example: \w+=(.*)$/.exec((error as Error).message)?.[1]?.replaceAll('"', '') ?? '';
      }
      expect(() => readConfig({ [name]: example })).not.toThrow();
    }
  });

  it('[RUN-09] are those of README, and those that the slips are told by', () => {
    const asked = new Set<string>();
    readConfig(new Proxy<Record<string, string>>({}, { get: (_none, name) => void asked.add(String(name)) }));
    expect([...asked].sort()).toEqual([...settingNames].sort());
    const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8');
    const table = readme.slice(readme.indexOf('| setting |'), readme.indexOf('lists the commands'));
    const listed = table.split('\n').flatMap((row) => row.split('|')[1]?.match(/[A-Z][A-Z_]+/g) ?? []);
    expect(listed.sort()).toEqual([...settingNames].sort());
  });

  it('tell a slip in a name, and leave what belongs to others alone', () => {
    expect(likelySlips({ DATABSE_URL: 'x', Port: '1', SESSION_IDLE_MINUTE: '3' })).toEqual([
      'DATABSE_URL is no setting of Armarium and changes nothing. Is DATABASE_URL meant?',
      'Port is no setting of Armarium and changes nothing. Is PORT meant?',
      'SESSION_IDLE_MINUTE is no setting of Armarium and changes nothing. Is SESSION_IDLE_MINUTES meant?',
    ]);
    const others = [
      'PATH',
      'HOME',
      'PWD',
      'USER',
      'LANG',
      'SHELL',
      'TERM',
      'HOSTNAME',
      'PGHOST',
      'PGPORT',
      'NODE_ENV',
    ];
    expect(likelySlips(Object.fromEntries([...others, ...settingNames].map((name) => [name, 'x'])))).toEqual(
      [],
    );
  });

  it('[RUN-09] keep passwords out of what is said of them', () => {
    for (const environment of [
      { DATABASE_URL: 'my sql://u:hunter2hunter2@h/d' },
      { DATABASE_URL: 'mysql://u:hunter2hunter2@h/d' },
      { ADMIN_PASSWORD: 'hunter2' },
      { SMTP_URL: 'me:hunter2@mail.example.org' },
      { SMTP_URL: 'ftp://me:hunter2@mail.example.org' },
      { SMTP_URL: 'smtp://me:hunter2#@mail.example.org' },
      { SMTP_URL: 'smtp://me:1/hunter2@mail.example.org' },
      { SMTP_URL: 'smtp://me:1?hunter2@mail.example.org' },
    ]) {
      expect(() => readConfig(environment)).toThrow(
        expect.objectContaining({ message: expect.not.stringContaining('hunter2') as string }) as Error,
      );
    }
  });
});
