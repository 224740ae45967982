import { ResultsPage } from '../../features/catalogue/components/results-page.tsx';
import { useSelectionActions } from './selection-actions.ts';

/** `/catalog/results`: what a search found. */
export function ResultsRoute() {
  const actions = useSelectionActions();
  return <ResultsPage actions={actions} />;
}
