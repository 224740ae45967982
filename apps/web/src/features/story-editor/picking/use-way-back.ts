import { useHref, useNavigate } from 'react-router';
import { storyAddress } from '../../../records/story-address.ts';
import { useEditorStore } from '../state/editor-store.ts';
import type { ArrivalField } from '../state/step-field.ts';
import { placesBackTo } from './places-back.ts';

/**
 * Leads from a page below the editor's address back to the editor, so that nobody walks back through that page.
 * @returns a function that takes where the focus goes in the editor
 */
export function useWayBack(): (field: ArrivalField) => void {
  const store = useEditorStore();
  const navigate = useNavigate();
  const editor = storyAddress(store.storyUuid);
  const editorPath = useHref(editor);
  return (field) => {
    store.leadBack(field);
    const places = placesBackTo(editorPath);
    if (places > 0) void navigate(-places);
    else void navigate(editor, { replace: true });
  };
}
