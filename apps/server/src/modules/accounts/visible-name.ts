import { invalid } from '../../problem-error.ts';
import { oneLine } from '../deliveries/public.ts';

/**
 * The name that a person gives to something of theirs, in one line, as it stands in messages.
 * @throws ProblemError 422 where nothing of it would be seen
 */
export function visibleName(name: string): string {
  const line = oneLine(name.normalize('NFC').replace(/\p{Bidi_Control}/gu, ''));
  if (/[^\s\p{Cf}\p{Default_Ignorable_Code_Point}]/u.test(line)) return line;
  throw invalid([{ name: 'name', code: 'required', message: 'Give it a name that can be seen.' }]);
}
