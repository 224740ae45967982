import { WebAuthnAbortService } from '@simplewebauthn/browser';
import { PasskeyFault, type PasskeyFaultKind } from './passkey-fault.ts';

/** By the names of what browsers throw; they use the first for nearly everything. */
const faults: Readonly<Record<string, PasskeyFaultKind>> = {
  NotAllowedError: 'none',
  AbortError: 'none',
  InvalidStateError: 'exists',
};

/**
 * Asks the person for a passkey by the browser's own prompt.
 * @param stop closes the prompt. @throws PasskeyFault
 */
export async function prompted<T>(stop: AbortSignal, prompt: () => Promise<T>): Promise<T> {
  const close = () => WebAuthnAbortService.cancelCeremony();
  stop.addEventListener('abort', close);
  try {
    stop.throwIfAborted();
    const answer = await prompt();
    // It may have come in the moment in which it was no longer wanted.
    stop.throwIfAborted();
    return answer;
  } catch (error) {
    const name = error instanceof Error || error instanceof DOMException ? error.name : '';
    throw new PasskeyFault(faults[name] ?? 'failed', error);
  } finally {
    stop.removeEventListener('abort', close);
  }
}
