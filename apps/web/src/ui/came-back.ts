import { useLocation, useNavigationType } from 'react-router';

/** The state of a link that leads back to a page, as going back in the history does. */
export const cameBack = { returned: true } as const;

/**
 * How the user came back to this page, which then restores what had the focus: by the history, where the browser restores
 * the place on the page too, or by a link.
 */
export function useCameBack(): 'history' | 'link' | undefined {
  const navigation = useNavigationType();
  const { state } = useLocation() as { state: Partial<typeof cameBack> | null };
  if (navigation === 'POP') return 'history';
  return state?.returned === true ? 'link' : undefined;
}
