import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';
import { afterAll } from 'vitest';
import { until } from './waiting.ts';

/** A message as it arrived for one recipient. */
export interface ArrivedMail extends Email {
  readonly recipient: string;
  /** As it was sent, before anything was decoded. */
  readonly raw: string;
}

interface Objection extends Error {
  responseCode: number;
}

/** How it treats those who come, unless it does what is usual. */
interface Mood {
  /** Of recipients, by their addresses: the status and the words with which they are answered. */
  readonly objections: Map<string, { status: number; words: string }>;
  /** Those who did not sign in, or with another password, are refused. */
  signIn?: { readonly name: string; readonly password: string } | undefined;
  /** It takes connections and greets nobody. */
  isMute: boolean;
  /** It takes messages and never says so. */
  isSilentAfterMessages: boolean;
}

/**
 * A mail server on this machine that keeps what arrives, and objects to what a test tells it to. It speaks without
 * encryption, and takes any name and password unless a test names the right ones.
 */
class MailServer {
  readonly #mood: Mood = { objections: new Map(), isMute: false, isSilentAfterMessages: false };
  readonly #arrived: ArrivedMail[] = [];
  readonly #sockets = new Set<Socket>();
  /** Names and passwords that were told to it. */
  readonly signIns: { readonly name: string; readonly password: string }[] = [];
  /** The number of connections so far. */
  connections = 0;
  port = 0;
  #server: SMTPServer | undefined;

  static async start(): Promise<MailServer> {
    const server = new MailServer();
    await server.comeBack();
    return server;
  }

  /** As `SMTP_URL` takes it. @param signIn `name:password`, encoded */
  url(signIn?: string): string {
    return `smtp://${signIn === undefined ? '' : `${signIn}@`}127.0.0.1:${this.port}`;
  }

  /** Settings of an installation that sends its mail here. */
  get settings() {
    return {
      SMTP_URL: this.url(),
      MAIL_FROM: 'post@armarium.example',
      PUBLIC_URL: 'https://catalogue.example.org',
    };
  }

  /** What arrived for an address so far, the oldest first. */
  arrivedFor(recipient: string): ArrivedMail[] {
    return this.#arrived.filter((mail) => mail.recipient === recipient);
  }

  /** Waits until so many have arrived for an address. @returns the last of them */
  async next(recipient: string, count = 1): Promise<ArrivedMail> {
    return until(`${count} arrived for ${recipient}`, () => this.arrivedFor(recipient)[count - 1]);
  }

  /** Waits until one has arrived for an address whose subject holds this text. The order of messages is not fixed. */
  async about(recipient: string, subject: string): Promise<ArrivedMail> {
    return until(`one arrived for ${recipient}: ${subject}`, () =>
      this.arrivedFor(recipient).find((mail) => mail.subject?.includes(subject)),
    );
  }

  /** Answers a recipient with a status and words, from now on: 550 refuses it, 451 puts it off. */
  objectTo(recipient: string, status: number, words: string): void {
    this.#mood.objections.set(recipient, { status, words });
  }

  /** Takes messages only from those who sign in so. */
  demandSignIn(signIn: { readonly name: string; readonly password: string }): void {
    this.#mood.signIn = signIn;
  }

  /** Takes connections, and says nothing. */
  beMute(): void {
    this.#mood.isMute = true;
  }

  /** Takes messages, and never says that it has: whoever sent one waits. */
  beSilentAfterMessages(): void {
    this.#mood.isSilentAfterMessages = true;
  }

  /** Does what is usual again. Those who wait for a word lose their connection. */
  beUsual(): void {
    this.#mood.objections.clear();
    this.#mood.signIn = undefined;
    const isAnybodyWaiting = this.#mood.isMute || this.#mood.isSilentAfterMessages;
    this.#mood.isMute = false;
    this.#mood.isSilentAfterMessages = false;
    if (isAnybodyWaiting) this.#hangUp();
  }

  /** Is away: connections end, and new ones are refused. */
  async goAway(): Promise<void> {
    const server = this.#server;
    if (!server) return;
    this.#server = undefined;
    const closed = once(server.server, 'close');
    server.close();
    this.#hangUp();
    await closed;
  }

  /** Is there again, on the port that it had. */
  async comeBack(): Promise<void> {
    const server = new SMTPServer({
      authOptional: true,
      allowInsecureAuth: true,
      disabledCommands: ['STARTTLS'],
      disableReverseLookup: true,
      logger: false,
      onConnect: (_session, accept) => {
        if (!this.#mood.isMute) accept();
      },
      onAuth: ({ username: name = '', password }, _session, answer) => {
        const told = { name, password: password ?? '' };
        this.signIns.push(told);
        const { signIn } = this.#mood;
        const isRight = !signIn || (signIn.name === told.name && signIn.password === told.password);
        if (isRight) answer(null, { user: name });
        else answer(objection(535, '5.7.8 Unknown name or password'));
      },
      onMailFrom: (_address, session, answer) => {
        const isRefused = this.#mood.signIn !== undefined && session.user === undefined;
        answer(isRefused ? objection(530, '5.7.0 Sign in first') : null);
      },
      onRcptTo: ({ address }, _session, answer) => {
        const found = this.#mood.objections.get(address);
        answer(found ? objection(found.status, found.words) : null);
      },
      onData: (stream, session, answer) => {
        void this.#take(stream, session).then(() => {
          if (!this.#mood.isSilentAfterMessages) answer(null, 'Taken');
        }, answer);
      },
    });
    server.on('error', () => undefined);
    server.server.on('connection', (socket: Socket) => {
      this.connections += 1;
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    });
    server.listen(this.port, '127.0.0.1');
    await once(server.server, 'listening');
    this.port = (server.server.address() as AddressInfo).port;
    this.#server = server;
  }

  async #take(stream: NodeJS.ReadableStream, { envelope }: SMTPServerSession): Promise<void> {
    const bytes = await buffer(stream);
    const parsed = await PostalMime.parse(bytes);
    for (const { address } of envelope.rcptTo)
      this.#arrived.push({ ...parsed, recipient: address, raw: bytes.toString('latin1') });
  }

  #hangUp(): void {
    for (const socket of this.#sockets) socket.destroy();
  }
}

function objection(status: number, words: string): Objection {
  return Object.assign(new Error(words), { responseCode: status });
}

/** The mail server of a test file, closed after it. Call it once, at the top of the file. */
export async function openMailServer(): Promise<MailServer> {
  const server = await MailServer.start();
  afterAll(() => server.goAway());
  return server;
}
