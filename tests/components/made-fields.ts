import {
  createTemplate,
  deleteTemplate,
  findTemplateByName,
  findTemplatesByResourceType,
  getTemplate,
  orderTemplates,
  templatePriorities,
  updateTemplate,
  type Template,
} from '@armarium/contract/templates';
import { movedTo, withAdded } from '@armarium/contract/template-order';
import { countTemplateRecords, getTemplateUsage, type Usage } from '@armarium/contract/usage';
import { Refused, type Answers } from './answers.ts';
import { newUuid, type MadeCatalogue } from './made-catalogue.ts';

/** The fields of a made catalogue, from which the calls that read and change them are answered. */
export class MadeFields {
  readonly #catalogue: MadeCatalogue;
  /** Of the order of the fields, and of each field. */
  #version = 1;
  readonly #versions = new Map<string, number>();
  /** How many records hold a field and its options; a field that is not named is held by none. */
  readonly usage = new Map<string, Usage>();

  constructor(catalogue: MadeCatalogue) {
    this.#catalogue = catalogue;
  }

  of(type: Template['resourceType']): Template[] {
    const rank = ({ priority }: Template) => templatePriorities.indexOf(priority);
    return this.#catalogue.templates
      .filter(({ resourceType }) => resourceType === type)
      .toSorted((one, other) => rank(one) - rank(other) || one.order - other.order);
  }

  /** As `High | Medium | Low`, the IDs of the fields of a kind. */
  lists(type: Template['resourceType'] = 'ITEM'): string {
    const all = this.of(type);
    return templatePriorities
      .map((list) =>
        all
          .filter(({ priority }) => priority === list)
          .map(({ name }) => name)
          .join(' '),
      )
      .join(' | ');
  }

  /** Moves a field as somebody else would. */
  move(name: string, priority: Template['priority']): void {
    const field = this.of('ITEM').find((one) => one.name === name);
    if (field) this.#arrange(movedTo(this.of('ITEM'), field.uuid, priority));
    this.#version += 1;
  }

  /** Changes a field as somebody else would. */
  change(uuid: string, given: Partial<Template>): Template {
    const { templates } = this.#catalogue;
    const index = templates.findIndex((one) => one.uuid === uuid);
    const before = templates[index];
    if (!before) throw new Refused('not-found');
    const after = { ...before, ...given };
    templates[index] = after;
    this.#versions.set(uuid, (this.#versions.get(uuid) ?? 1) + 1);
    return after;
  }

  #arrange(order: readonly Template[]): void {
    for (const [place, { uuid, priority }] of order.entries()) this.change(uuid, { priority, order: place });
  }

  answer(answers: Answers): void {
    const { templates } = this.#catalogue;
    const orderTag = () => `"order-${this.#version}"`;
    const tagOf = (uuid: string) => `"${this.#versions.get(uuid) ?? 1}"`;
    let tag = '';
    const headers = {
      get ETag() {
        return tag;
      },
    };
    const orderHeaders = {
      get ETag() {
        return orderTag();
      },
    };
    const refuseStale = (sent: Headers, now: string) => {
      const seen = sent.get('If-Match');
      if (seen !== null && seen !== now) throw new Refused('stale');
    };
    const one = (uuid: string) => {
      const field = templates.find((each) => each.uuid === uuid);
      if (!field) throw new Refused('not-found');
      tag = tagOf(uuid);
      return field;
    };
    answers.give(
      findTemplatesByResourceType,
      ({ query }) => {
        const fields = this.of(query.type);
        const page = { number: 0, size: 1_000, totalElements: fields.length, totalPages: 1 };
        const self = { href: 'http://armarium.test/' };
        return {
          _embedded: { customMetadataTemplates: fields },
          page,
          _links: { self, first: self, last: self },
        };
      },
      { headers: orderHeaders },
    );
    answers.give(
      orderTemplates,
      ({ query, body, headers: sent }) => {
        refuseStale(sent, orderTag());
        const fields = this.of(query.resourceType);
        this.#arrange(
          body.flatMap((wanted) => {
            const { uuid, priority = undefined } = typeof wanted === 'string' ? { uuid: wanted } : wanted;
            const field = fields.find((each) => each.uuid === uuid);
            return field ? [{ ...field, priority: priority ?? field.priority }] : [];
          }),
        );
        this.#version += 1;
        return { success: true as const };
      },
      { headers: orderHeaders },
    );
    answers.give(getTemplate, ({ params }) => one(params.uuid), { headers });
    answers.give(
      updateTemplate,
      ({ params: { uuid }, body, headers: sent }) => {
        refuseStale(sent, tagOf(uuid));
        this.change(uuid, body);
        return one(uuid);
      },
      { headers },
    );
    answers.give(createTemplate, ({ body }) => {
      const all = this.of(body.resourceType);
      if (all.some(({ name }) => name === body.name)) throw new Refused('duplicate');
      const uuid = newUuid();
      const isFull = all.filter(({ priority }) => priority === 'HIGH').length >= 2;
      const made = this.#catalogue.field(body.resourceType, body.name, {
        ...(body as Partial<Template>),
        uuid,
        priority: isFull ? 'MEDIUM' : 'HIGH',
        _links: { self: { href: `http://armarium.test/meta/customMetadataTemplates/${uuid}` } },
      });
      this.#arrange(withAdded(all, made));
      this.#version += 1;
      return one(uuid);
    });
    answers.give(deleteTemplate, ({ params, headers: sent }) => {
      refuseStale(sent, tagOf(params.uuid));
      if (one(params.uuid).locked) throw new Refused('template-locked');
      templates.splice(templates.indexOf(one(params.uuid)), 1);
      this.#version += 1;
      return undefined;
    });
    answers.give(findTemplateByName, ({ query }) => {
      const field = this.of(query.type).find(({ name }) => name === query.name.trim());
      if (!field) throw new Refused('no-such-template');
      return field;
    });
    answers.give(countTemplateRecords, ({ query: { resourceType } }) => ({
      values: templates.flatMap(({ uuid, name, resourceType: kind }) => {
        const records = kind === resourceType && this.usage.get(uuid)?.records;
        return records ? [{ value: name, records }] : [];
      }),
    }));
    answers.give(getTemplateUsage, ({ params }) => this.usage.get(params.uuid) ?? { records: 0, values: [] });
  }
}
