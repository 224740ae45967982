import type { DeliveryOutcome, DeliveryState } from '@armarium/contract/deliveries';
import {
  getEffect,
  listEffects,
  retryEffect,
  retryFailedEffects,
  type Effect,
} from '@armarium/contract/effects';
import type { TransitionTemplate } from '@armarium/contract/transitions';
import { Refused, type Answers } from './answers.ts';
import { newUuid } from './made-catalogue.ts';

const link = { href: 'http://armarium.test/' };

/** A recipient, how far its message is, and the outcome of the only attempt. */
type MadeDelivery = readonly [recipient: string, state: DeliveryState, code: DeliveryOutcome];

const progressOf = (state: DeliveryState, code?: DeliveryOutcome) => ({
  state,
  attempts: code === undefined ? 0 : 1,
  lastAttemptDate: code === undefined ? null : '2026-11-28T09:00:00.000Z',
  nextAttemptDate: state === 'PENDING' ? '2036-11-28T09:05:00.000Z' : null,
  result:
    code === undefined
      ? null
      : { code, title: code, detail: 'said by the other server', status: code === 'http-status' ? 503 : 250 },
});

/** Effects of a transition, from which the calls that read and repeat them are answered. */
export class MadeEffects {
  /** The newest first. */
  readonly #effects: Effect[] = [];
  readonly #transition: TransitionTemplate;

  constructor(transition: TransitionTemplate) {
    this.#transition = transition;
  }

  make(
    templateName: 'SEND_EMAIL' | 'WEBHOOK',
    state: DeliveryState,
    deliveries: readonly MadeDelivery[],
  ): Effect {
    const { uuid, name, itemFromState, itemToState } = this.#transition;
    const effect: Effect = {
      uuid: newUuid(),
      taskUuid: newUuid(),
      templateName,
      ...partsOf(state, deliveries),
      date: '2026-11-28T08:59:00.000Z',
      resourceType: 'ITEM',
      transition: { uuid, name, itemFromState, itemToState },
      user: 'Ada Lovelace',
      comment: '',
      recordsCount: 12,
      record: { uuid: newUuid(), sgtt: 'Atlas', pressmark: 'Ms. 1' },
    };
    this.#effects.unshift(effect);
    return effect;
  }

  /** Changes how far an effect is, as the server does. */
  change(uuid: string, state: DeliveryState, deliveries: readonly MadeDelivery[]): Effect {
    const at = this.#effects.findIndex((one) => one.uuid === uuid);
    const before = this.#effects[at];
    if (!before) throw new Refused('not-found');
    const after = { ...before, ...partsOf(state, deliveries) };
    this.#effects[at] = after;
    return after;
  }

  answer(answers: Answers): void {
    answers.give(listEffects, ({ query: { state, page = 0, size = 20 } }) => {
      const meant = this.#effects.filter((one) => state === undefined || one.state === state);
      return {
        _embedded: { effects: meant.slice(page * size, (page + 1) * size) },
        page: {
          number: page,
          size,
          totalElements: meant.length,
          totalPages: Math.ceil(meant.length / size),
        },
        _links: { self: link, first: link, last: link },
      };
    });
    answers.give(getEffect, ({ params: { uuid } }) => {
      const found = this.#effects.find((one) => one.uuid === uuid);
      if (!found) throw new Refused('not-found');
      return found;
    });
    answers.give(retryEffect, ({ params: { uuid } }) => this.change(uuid, 'PENDING', []));
    answers.give(retryFailedEffects, () => {
      const failed = this.#effects.filter(({ state }) => state === 'ERROR');
      for (const { uuid } of failed) this.change(uuid, 'PENDING', []);
      return { retried: failed.length };
    });
  }
}

function partsOf(state: DeliveryState, deliveries: readonly MadeDelivery[]) {
  return {
    ...progressOf(state, deliveries.at(-1)?.[2]),
    deliveries: deliveries.map(([recipient, of, code]) => ({
      uuid: newUuid(),
      recipient,
      ...progressOf(of, code),
    })),
    _links: { self: link, ...(state !== 'DONE' && { retry: link }) },
  };
}
