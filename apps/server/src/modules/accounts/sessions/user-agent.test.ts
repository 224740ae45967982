import { expect, it } from 'vitest';
import { readUserAgent } from './user-agent.ts';

const webKit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
const blink = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0';

it.each([
  ['Chrome', 'Windows', `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${blink} Safari/537.36`],
  ['Edge', 'Windows', `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${blink} Safari/537.36 Edg/140.0.0.0`],
  ['Opera', 'Linux', `Mozilla/5.0 (X11; Linux x86_64) ${blink} Safari/537.36 OPR/120.0.0.0`],
  ['Firefox', 'Linux', 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'],
  [
    'Safari',
    'macOS',
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webKit} Version/18.4 Safari/605.1.15`,
  ],
  [
    'Safari',
    'iOS',
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X) ${webKit} Version/18.4 Mobile/15E148 Safari/604.1`,
  ],
  [
    'Firefox',
    'iPadOS',
    `Mozilla/5.0 (iPad; CPU OS 18_4 like Mac OS X) ${webKit} FxiOS/140.0 Mobile/15E148 Safari/605.1.15`,
  ],
  ['Samsung Internet', 'Android', `Mozilla/5.0 (Linux; Android 15; SM-S921B) ${blink} SamsungBrowser/28.0`],
  ['Chrome', 'ChromeOS', `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${blink} Safari/537.36`],
  [null, null, 'curl/8.14.1'],
  [null, null, ''],
  [null, null, null],
])('reads %s on %s', (browser, system, header) => {
  expect(readUserAgent(header)).toEqual({ browser, system });
});
