import type { Operation } from '@armarium/contract/operation';
import { callForResponse } from './api-client.ts';
import { withoutAnswer } from './api-problem.ts';
import type { OptionsOf } from './call-options.ts';

/**
 * As `call`, of an operation that answers with a file. The file has the name that the answer gives it.
 * @throws ApiProblem as `call` does, also where the answer breaks off
 */
export async function callForFile<O extends Operation>(operation: O, ...given: OptionsOf<O>): Promise<File> {
  const response = await callForResponse(operation, ...given);
  const [, name = ''] = /filename="([^"]*)"/.exec(response.headers.get('Content-Disposition') ?? '') ?? [];
  const content = await response.blob().catch(() => {
    throw withoutAnswer();
  });
  return new File([content], name, { type: content.type });
}
