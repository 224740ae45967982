import type { FieldProblem } from '@armarium/contract/problem';
import {
  addToken as addTokenCall,
  listTokens,
  removeToken as removeTokenCall,
  TOKEN_DAYS_MAX,
} from '@armarium/contract/tokens';
import type { Capability } from '@armarium/contract/capability';
import { reach, type Actor } from '../../../db/database.ts';
import { implement, type Implementation } from '../../../http/operation-route.ts';
import { pageAnswer, pageOfRows, wantedPage } from '../../../http/pages.ts';
import { invalid } from '../../../problem-error.ts';
import { requireRecentSignIn } from '../passwords/own-password.ts';
import { presentSession } from '../sessions/present-session.ts';
import type { SessionParts } from '../sessions/session-parts.ts';
import { visibleName } from '../visible-name.ts';
import { tokensOf } from './token.queries.ts';
import { addToken, removeToken } from './token.writes.ts';

const DAY_ms = 24 * 60 * 60 * 1000;

/** The own tokens of an account (decisions §12). */
export function tokenOperations(parts: SessionParts): Implementation[] {
  const { sessions, mail } = parts;
  return [
    implement(listTokens, async ({ actor, data, query, origin, url }) => {
      const page = wantedPage(query, 20);
      const all = await data.read((db) => tokensOf(db, actor.accountUuid));
      const shown = pageOfRows(all, page).map(
        ({ uuid, name, capabilities, createdAt, expiresAt, lastUsedAt }) => ({
          id: uuid,
          name,
          capabilities: capabilities as Capability[],
          createdDate: createdAt.toISOString(),
          expiresAt: expiresAt.toISOString(),
          lastUsedDate: lastUsedAt?.toISOString() ?? null,
        }),
      );
      return pageAnswer('tokens', shown, page, all.length, origin, url);
    }),
    implement(addTokenCall, async (call) => {
      const { actor, body, data, request, reply, tenant, log } = call;
      const { accountUuid } = actor;
      const expiresAt = new Date(body.expiresAt);
      const name = visibleName(body.name);
      const problems = [...problemsOfEnd(expiresAt), ...problemsOfCapabilities(body.capabilities, actor)];
      if (problems.length > 0) throw invalid(problems);
      await requireRecentSignIn(body.password, parts, call);
      const wanted = { name, capabilities: body.capabilities, expiresAt };
      const added = await data.write('account-token', (tx) =>
        addToken({ tx, by: 'account', mail }, accountUuid, wanted, presentSession(request)),
      );
      log.info(
        {
          event: 'token-added',
          tenant: tenant.name,
          address: request.ip,
          account: accountUuid,
          token: added.id,
        },
        'token added',
      );
      reply.header('cache-control', 'no-store');
      return added;
    }),
    implement(removeTokenCall, async ({ actor, data, params, request, tenant, log }) => {
      const { accountUuid } = actor;
      const token = params.id.toLowerCase();
      await data.write('account-token', (tx) => removeToken({ tx, by: 'account', mail }, accountUuid, token));
      sessions.forgetAccount(accountUuid);
      log.info(
        { event: 'token-removed', tenant: tenant.name, address: request.ip, account: accountUuid, token },
        'token removed',
      );
      return undefined;
    }),
  ];
}

function problemsOfEnd(expiresAt: Date): FieldProblem[] {
  const left_ms = expiresAt.getTime() - Date.now();
  const name = 'expiresAt';
  if (left_ms <= 0) return [{ name, code: 'past', message: 'Choose a moment in the future.' }];
  if (left_ms <= TOKEN_DAYS_MAX * DAY_ms) return [];
  return [{ name, code: 'too-late', message: `A token is valid for ${TOKEN_DAYS_MAX} days at most.` }];
}

function problemsOfCapabilities(wanted: readonly Capability[], actor: Actor): FieldProblem[] {
  const lacking = wanted.filter((capability) => reach(actor, capability) === undefined);
  if (lacking.length === 0) return [];
  const message = `Your roles do not include: ${lacking.join(', ')}.`;
  return [{ name: 'capabilities', code: 'not-held', message }];
}
