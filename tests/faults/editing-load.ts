import { createTenantUser } from '@armarium/contract/accounts';
import { deleteItem } from '@armarium/contract/deletions';
import { acceptInvitation, getInvitation } from '@armarium/contract/password-links';
import { updateItem } from '@armarium/contract/record-edits';
import { getPermissions } from '@armarium/contract/session';
import { createStory, getStory, updateStory } from '@armarium/contract/story-calls';
import { addToken, listTokens, removeToken } from '@armarium/contract/tokens';
import { performTransition, type TransitionLog } from '@armarium/contract/transition-logs';
import { createTransitionTask } from '@armarium/contract/transition-tasks';
import { createTransitionTemplate } from '@armarium/contract/transitions';
import { listTrash, restoreTrashEntry } from '@armarium/contract/trash';
import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { HookServer } from '../harness/hook-server.ts';
import type { HttpClient } from '../harness/http-client.ts';
import { askForItem, expectStatus, rootUuid, signedIn, type Credentials } from '../harness/importing.ts';
import type { ArrivedMail } from '../harness/mail-server.ts';
import { until } from '../harness/waiting.ts';
import { PersistentPeople } from './persistent-people.ts';

/** What the load works with, made before the first kill. */
interface Ground {
  readonly root: string;
  /** An image that is ready, for the steps of stories. */
  readonly image: string;
  /** The transition that calls the webhook and sends mail. */
  readonly transition: string;
}

/** A text that is changed again and again. */
interface Text {
  readonly acknowledged: string[];
  /** Of changes whose answer was lost. */
  readonly unknown: string[];
  /** What it may be at the end: the last that was acknowledged, or one that was lost since then. */
  last: string[];
}
const newText = (): Text => ({ acknowledged: [], unknown: [], last: [] });

function note(text: Text, value: string, isAcknowledged: boolean): void {
  (isAcknowledged ? text.acknowledged : text.unknown).push(value);
  text.last = isAcknowledged ? [value] : [...text.last, value];
}

interface Story {
  readonly sgtt: string;
  readonly uuid: string;
  /** The title of its only step. */
  readonly text: Text;
  isPublic: 'yes' | 'no' | 'perhaps';
}

interface Item {
  readonly pressmark: string;
  readonly uuid: string;
  readonly title: Text;
  deletions: number;
  restorations: number;
}

interface Token {
  readonly id: string;
  readonly token: string;
  isRevoked: boolean;
}

type Rows = <Row extends object>(text: string) => Promise<Row[]>;

/** Where mail arrives. */
interface Mails {
  arrivedFor(recipient: string): ArrivedMail[];
  next(recipient: string): Promise<ArrivedMail>;
}

const WEBHOOK_PATH = '/editing-load';
const TOLD_BY_MAIL = 'told@example.org';
/** An account may have 20, and those whose answer was lost count too. */
const TOKENS_KEPT = 8;
const EDITS = 3;
const CHANGED_TITLE = 'as of edit';
const times = Array.from({ length: EDITS }, (_, index) => index + 1);

/**
 * People who write stories, edit, delete and restore items, perform transitions whose effects call a webhook and send mail,
 * invite others and make tokens. `compare` finds whatever of it was lost or is there twice.
 *
 * A call of which doing it again can be told from doing it once (its second time is refused) is repeated until there is
 * an answer. Of any other call whose answer was lost nobody knows whether it was done; it may not be done twice.
 */
export class EditingLoad extends PersistentPeople {
  /** What the titles, pressmarks and usernames begin with, and no others. */
  readonly name = `edit-${randomUUID().slice(0, 8)}`;
  readonly #stories: Story[] = [];
  readonly #items: Item[] = [];
  /** The titles and pressmarks of records whose making was not answered. */
  readonly #lost: string[] = [];
  /** The items on which a transition was performed, with the log where it was answered. */
  readonly #moved: { readonly uuid: string; readonly log: TransitionLog | undefined }[] = [];
  readonly #invited: { readonly username: string; readonly email: string }[] = [];
  readonly #tokens: Token[] = [];
  readonly #ground: Ground;
  readonly #hooks: HookServer;
  readonly #mails: Mails;
  #numbered = 0;

  private constructor(
    origin: string,
    random: () => number,
    { ground, hooks, mails }: { ground: Ground; hooks: HookServer; mails: Mails },
  ) {
    super(origin, random);
    this.#ground = ground;
    this.#hooks = hooks;
    this.#mails = mails;
  }

  /** Makes the transition. @param image one that is ready */
  static async prepare(
    server: Credentials & { readonly origin: string },
    random: () => number,
    { image, ...others }: { image: string; hooks: HookServer; mails: Mails },
  ): Promise<EditingLoad> {
    const client = await signedIn(server);
    try {
      const template = { name: 'Tell', itemFromState: 'Default', itemToState: 'In progress' };
      const { uuid: transition } = expectStatus(
        await client.call(createTransitionTemplate, { body: { ...template, resourceType: 'ITEM' } }),
        201,
      );
      const message = { recipients: [TOLD_BY_MAIL], subject: '{pressmark}', body: '{title}' };
      for (const task of [
        { templateName: 'WEBHOOK', parameters: { url: others.hooks.url(WEBHOOK_PATH) } },
        { templateName: 'SEND_EMAIL', parameters: message },
      ])
        expectStatus(
          await client.call(createTransitionTask, { body: { transitionUuid: transition, ...task } }),
          201,
        );
      const ground = { root: await rootUuid(client), image, transition };
      return new EditingLoad(server.origin, random, { ground, ...others });
    } finally {
      client.close();
    }
  }

  begin(credentials: Credentials): void {
    this.start(credentials, [
      (client) => this.#writeStory(client),
      (client) => this.#keepItem(client),
      (client) => this.#moveItem(client),
      (client) => this.#invite(client),
      (client) => this.#keepTokens(client, credentials.password),
    ]);
  }

  /** How many writes of each kind were acknowledged, and how many makings nobody knows of. */
  get written() {
    const edits = (texts: readonly { acknowledged: readonly string[] }[]) =>
      texts.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0);
    const sum = (counts: readonly number[]) => counts.reduce((all, count) => all + count, 0);
    return {
      stories: this.#stories.length,
      storyEdits: edits(this.#stories.map(({ text }) => text)),
      published: this.#stories.filter(({ isPublic }) => isPublic === 'yes').length,
      items: this.#items.length,
      itemEdits: edits(this.#items.map(({ title }) => title)),
      deletions: sum(this.#items.map(({ deletions }) => deletions)),
      restorations: sum(this.#items.map(({ restorations }) => restorations)),
      transitions: this.#moved.length,
      invitations: this.#invited.length,
      tokens: this.#tokens.length,
      revoked: this.#tokens.filter(({ isRevoked }) => isRevoked).length,
      unknownMakings: this.#lost.length,
      unknownEdits: [...this.#stories.map(({ text }) => text), ...this.#items.map(({ title }) => title)]
        .map(({ unknown }) => unknown.length)
        .reduce((all, count) => all + count, 0),
    };
  }

  #newName(what: string): string {
    this.#numbered += 1;
    return `${this.name} ${what} ${this.#numbered}`;
  }

  #step(label: string) {
    return {
      canvasUuid: this.#ground.image,
      label,
      on: [{ selector: { default: { value: 'xywh=10,20,300,200' } } }],
    };
  }

  async #writeStory(client: HttpClient): Promise<void> {
    const sgtt = this.#newName('story');
    const made = await this.askedOnce(
      () => client.call(createStory, { body: { sgtt, annotations: [this.#step('First')] } }),
      [201],
    );
    if (!made) return void this.#lost.push(sgtt);
    const { uuid } = made.body;
    const story: Story = { sgtt, uuid, text: { ...newText(), last: ['First'] }, isPublic: 'no' };
    this.#stories.push(story);
    for (const time of times) {
      const label = `${CHANGED_TITLE} ${time}.`;
      const body = { annotations: [this.#step(label)] };
      const answer = await this.askedOnce(() => client.call(updateStory, { params: { uuid }, body }), [200]);
      note(story.text, label, answer !== undefined);
    }
    const body = { visibility: 'public' as const, confirmedImages: [this.#ground.image] };
    story.isPublic = 'perhaps';
    const answer = await this.askedOnce(() => client.call(updateStory, { params: { uuid }, body }), [200]);
    if (answer) story.isPublic = 'yes';
  }

  async #newItem(client: HttpClient): Promise<{ pressmark: string; sgtt: string; uuid: string } | undefined> {
    const pressmark = this.#newName('item');
    // A word of its own, so that it is found in the trash.
    const sgtt = `Leaf ${randomUUID()}`;
    const parents = [this.#ground.root];
    const made = await this.askedOnce(() => askForItem(client, { pressmark, sgtt, parents }), [201]);
    if (made) return { pressmark, sgtt, uuid: made.body.uuid };
    this.#lost.push(pressmark);
    return undefined;
  }

  /** Makes an item, edits its title, deletes it, and restores every second one. */
  async #keepItem(client: HttpClient): Promise<void> {
    const made = await this.#newItem(client);
    if (!made) return;
    const { uuid, pressmark, sgtt } = made;
    const title = { ...newText(), last: [sgtt] };
    const item: Item = { pressmark, uuid, title, deletions: 0, restorations: 0 };
    this.#items.push(item);
    const params = { uuid };
    for (const time of times) {
      const changed = `${sgtt} ${CHANGED_TITLE} ${time}.`;
      const answer = await this.askedOnce(
        () => client.call(updateItem, { params, body: { sgtt: changed } }),
        [200],
      );
      note(title, changed, answer !== undefined);
    }
    // 404: a call whose answer was lost had been heard.
    await this.answered(() => client.call(deleteItem, { params }), [204, 404]);
    item.deletions = 1;
    if (this.#items.length % 2 === 0) return;
    const find = () => client.call(listTrash, { query: { text: sgtt } });
    const { body } = await this.answered(find, [200]);
    const entry = body._embedded.trash.find(({ recordUuid }) => recordUuid === uuid);
    if (!entry) return void this.faults.push(`${uuid} was deleted and is not in the trash`);
    await this.answered(
      () => client.call(restoreTrashEntry, { params: { uuid: entry.uuid }, body: {} }),
      [200, 404],
    );
    item.restorations = 1;
  }

  async #moveItem(client: HttpClient): Promise<void> {
    const made = await this.#newItem(client);
    if (!made) return;
    const { transition: transitionUuid } = this.#ground;
    const body = { assetUuid: made.uuid, resourceType: 'ITEM', transitionUuid } as const;
    // 409: its state has changed already.
    const answer = await this.answered(() => client.call(performTransition, { body }), [201, 409]);
    const log = answer.status === 201 ? (answer.body as TransitionLog) : undefined;
    this.#moved.push({ uuid: made.uuid, log });
  }

  async #invite(client: HttpClient): Promise<void> {
    const username = this.#newName('user').replaceAll(' ', '-');
    const email = `${username}@example.org`;
    const tenantPermissions = [{ tenant: 'default', roles: ['ROLE_USER' as const] }];
    // 409: the name is taken.
    await this.answered(
      () => client.call(createTenantUser, { body: { username, email, tenantPermissions } }),
      [201, 409],
    );
    this.#invited.push({ username, email });
  }

  /** Makes a token, uses it, and revokes the oldest, and those whose answer was lost. */
  async #keepTokens(client: HttpClient, password: string): Promise<void> {
    const name = this.#newName('token');
    const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
    // The sign-in of a long run is not recent any more.
    const body = { name, capabilities: ['browse' as const], expiresAt, password };
    const made = await this.askedOnce(() => client.call(addToken, { body }), [201]);
    if (made) {
      const { id, token } = made.body;
      this.#tokens.push({ id, token, isRevoked: false });
      await this.answered(() => this.#useToken(token), [200]);
    } else this.#lost.push(name);
    const { body: page } = await this.answered(
      () => client.call(listTokens, { query: { size: 100 } }),
      [200],
    );
    const kept = this.#tokens.filter(({ isRevoked }) => !isRevoked).slice(-TOKENS_KEPT);
    for (const { id } of page._embedded.tokens.filter((one) => kept.every((other) => other.id !== one.id))) {
      // 404: a call whose answer was lost had been heard.
      await this.answered(() => client.call(removeToken, { params: { id } }), [204, 404]);
      const revoked = this.#tokens.find((token) => token.id === id);
      if (revoked) revoked.isRevoked = true;
    }
  }

  /** As a program, without cookies. */
  async #useToken(token: string) {
    const program = this.visitor();
    try {
      return await program.call(getPermissions, { headers: { authorization: `Bearer ${token}` } });
    } finally {
      program.close();
    }
  }

  /**
   * Compares what was acknowledged with what is there, once all jobs are done.
   * @param looks so many of each kind are also asked for through the API
   */
  async compare(rows: Rows, client: HttpClient, looks: number): Promise<void> {
    await this.#compareStories(rows, client, looks);
    await this.#compareItems(rows, client, looks);
    await this.#compareEffects(rows);
    await this.#compareInvitations(rows, looks);
    await this.#compareTokens(client, looks);
    const ofLost = await rows<{ name: string; count: number }>(`
      select name, count(*)::int from (
        select sgtt as name from story union all select pressmark from item union all select name from account_token
      ) as made where name like '${this.name} %' group by name having count(*) > 1`);
    expect(ofLost).toEqual([]);
  }

  /** The word of each change in the history: one that was acknowledged stands there once, one that was lost at most once. */
  #compareHistory(
    written: readonly { uuid: string; text: Text }[],
    history: readonly { record_uuid: string; after: string }[],
  ): void {
    const of = new Map<string, string[]>();
    for (const { record_uuid, after } of history)
      of.set(record_uuid, [...(of.get(record_uuid) ?? []), after]);
    const timesOf = (uuid: string, value: string) =>
      (of.get(uuid) ?? []).filter((after) => after.includes(value)).length;
    const wrong = written.flatMap(({ uuid, text }) => [
      ...text.acknowledged.filter((value) => timesOf(uuid, value) !== 1),
      ...text.unknown.filter((value) => timesOf(uuid, value) > 1),
    ]);
    expect(wrong).toEqual([]);
  }

  async #compareStories(rows: Rows, client: HttpClient, looks: number): Promise<void> {
    const found = await rows<{ uuid: string; sgtt: string; visibility: string; titles: string[] }>(`
      select uuid, sgtt, visibility,
        array(select title from story_step where story_uuid = story.uuid order by position) as titles
      from story where sgtt like '${this.name} %'`);
    const byUuid = new Map(found.map((story) => [story.uuid, story]));
    const wrong = this.#stories.filter(({ uuid, sgtt, text, isPublic }) => {
      const story = byUuid.get(uuid);
      const isTold = isPublic === 'perhaps' || (story?.visibility === 'public') === (isPublic === 'yes');
      const [title = '', ...more] = story?.titles ?? [];
      return story?.sgtt !== sgtt || !isTold || more.length > 0 || !text.last.includes(title);
    });
    expect(wrong.map((told) => ({ told, found: byUuid.get(told.uuid) }))).toEqual([]);
    const history = await rows<{ record_uuid: string; after: string }>(`
      select record_uuid, after::text from history
      where after is not null and record_uuid in (select uuid from story where sgtt like '${this.name} %')`);
    this.#compareHistory(this.#stories, history);
    for (const { uuid, text } of this.#stories.slice(-looks)) {
      const { annotations } = expectStatus(await client.call(getStory, { params: { uuid } }), 200);
      expect(annotations).toHaveLength(1);
      expect(text.last).toContain(annotations[0]?.label);
    }
  }

  async #compareItems(rows: Rows, client: HttpClient, looks: number): Promise<void> {
    const found = await rows<{
      uuid: string;
      sgtt: string;
      isTrashed: boolean;
      entries: number;
      links: number;
      made: number;
      deletions: number;
      restorations: number;
    }>(`
      select item.uuid, sgtt, trashed_at is not null as "isTrashed",
        (select count(*)::int from trash_entry where record_uuid = item.uuid) as entries,
        (select count(*)::int from item_link where item_uuid = item.uuid) as links,
        told.made, told.deletions, told.restorations
      from item cross join lateral (
        select count(*) filter (where action = 'create')::int as made,
          count(*) filter (where action = 'delete')::int as deletions,
          count(*) filter (where action = 'restore')::int as restorations
        from history where record_uuid = item.uuid and resource_type = 'ITEM') as told
      where pressmark like '${this.name} %'`);
    const byUuid = new Map(found.map((item) => [item.uuid, item]));
    const wrong = this.#items.filter(({ uuid, title, deletions, restorations }) => {
      const item = byUuid.get(uuid);
      const inTrash = deletions - restorations;
      return !(
        item &&
        title.last.includes(item.sgtt) &&
        item.isTrashed === (inTrash === 1) &&
        item.entries === inTrash &&
        item.links === 1 - inTrash &&
        item.made === 1 &&
        item.deletions === deletions &&
        item.restorations === restorations
      );
    });
    expect(wrong.map((told) => ({ told, found: byUuid.get(told.uuid) }))).toEqual([]);
    const history = await rows<{ record_uuid: string; after: string }>(`
      select record_uuid, after::text from history where action = 'update' and after is not null
        and record_uuid in (select uuid from item where pressmark like '${this.name} %')`);
    this.#compareHistory(
      this.#items.map(({ uuid, title }) => ({ uuid, text: title })),
      history,
    );
    for (const { uuid, deletions, restorations } of this.#items.slice(-looks)) {
      const { status } = await client.send('GET', `/meta/culturalItems/${uuid}`);
      expect(status).toBe(deletions === restorations ? 200 : 404);
    }
  }

  /** Every transition was performed once, and its effects arrived, however often under one id. No others arrived. */
  async #compareEffects(rows: Rows): Promise<void> {
    const arrived = new Map<string, Set<string>>();
    for (const { headers, raw } of this.#hooks.calls(WEBHOOK_PATH)) {
      const id = String(headers['x-armarium-delivery']).replace('urn:uuid:', '');
      const { records } = JSON.parse(raw) as { records: { uuid: string }[] };
      const told = arrived.get(id) ?? new Set();
      for (const { uuid } of records) told.add(uuid);
      arrived.set(id, told);
    }
    const performed = await rows<{
      uuid: string;
      record_uuid: string;
      pressmark: string;
      effects: string[];
    }>(`
      select uuid, record_uuid, (select pressmark from item where uuid = record_uuid), array(
        select effect_uuid from effect_record join effect on effect.uuid = effect_uuid
        where log_uuid = transition_log.uuid and template_name = 'WEBHOOK')::text[] as effects
      from transition_log where transition_uuid = '${this.#ground.transition}'`);
    const logs = (list: readonly { uuid: string }[]) => list.map(({ uuid }) => uuid).sort();
    // Every item that was made for it was moved, and each once.
    expect(performed.map(({ record_uuid }) => record_uuid).sort()).toEqual(logs(this.#moved));
    const lost = this.#moved.filter(({ log }) => log && performed.every(({ uuid }) => uuid !== log.uuid));
    expect(lost).toEqual([]);
    const byId = (one: readonly unknown[], other: readonly unknown[]) =>
      String(one[0]) < String(other[0]) ? -1 : 1;
    const told = [...arrived].map(([id, records]) => [id, [...records]] as const);
    expect(told.sort(byId)).toEqual(
      performed.map(({ record_uuid, effects }) => [effects.join(), [record_uuid]] as const).sort(byId),
    );
    // A message that came twice has the same id twice.
    const messages = new Map(
      this.#mails.arrivedFor(TOLD_BY_MAIL).map(({ messageId, subject = '' }) => [messageId, subject]),
    );
    expect([...messages.values()].sort()).toEqual(performed.map(({ pressmark }) => pressmark).sort());
  }

  async #compareInvitations(rows: Rows, looks: number): Promise<void> {
    const accounts = await rows<{ username: string }>(
      `select username from account where username like '${this.name}-%' order by username`,
    );
    expect(accounts.map(({ username }) => username).sort()).toEqual(
      this.#invited.map(({ username }) => username).sort(),
    );
    for (const { email } of this.#invited) {
      await until(`${email} has mail`, () => this.#mails.arrivedFor(email).length > 0 || undefined);
    }
    for (const [index, { username, email }] of this.#invited.slice(-looks).entries()) {
      const visitor = this.visitor();
      const tokens = this.#mails
        .arrivedFor(email)
        .map(({ html = '' }) => /\/ui\/invitation#([\w-]+)/.exec(html)?.[1] ?? '');
      for (const token of tokens) {
        const link = await visitor.call(getInvitation, { params: { token } });
        expect({ status: link.status, body: link.body }).toMatchObject({ status: 200, body: { username } });
      }
      // A password takes its time: every tenth is enough.
      if (index % 10 === 0) {
        const password = 'a password that nobody has';
        const accepted = { params: { token: tokens[0] ?? '' }, body: { password } };
        expect((await visitor.call(acceptInvitation, accepted)).status).toBe(204);
        expect((await visitor.signIn(username, password)).status).toBe(200);
      }
      visitor.close();
    }
  }

  async #compareTokens(client: HttpClient, looks: number): Promise<void> {
    const standing = this.#tokens.filter(({ isRevoked }) => !isRevoked);
    const { _embedded } = expectStatus(await client.call(listTokens, { query: { size: 100 } }), 200);
    expect(_embedded.tokens.map(({ id }) => id)).toEqual(
      expect.arrayContaining(standing.map(({ id }) => id)),
    );
    const revoked = this.#tokens.filter(({ isRevoked }) => isRevoked).slice(-looks);
    for (const { token, isRevoked } of [...standing, ...revoked])
      expect((await this.#useToken(token)).status).toBe(isRevoked ? 401 : 200);
  }
}
