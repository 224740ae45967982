import { expect, it } from 'vitest';
import { en } from '../e2e/words.ts';

const { assetDialogs, assets, catalogue, choosing, downloads, editing, selection, session } = en;
const { browse, sharing, upload, users, viewing, workflow } = en;

/**
 * The labels that the specification fixes, word for word. Browser tests find things by the words of the product itself,
 * so that none of them fails where a label changes.
 */
const fixed: readonly (readonly [ids: string, label: string, word: string])[] = [
  ['[SHELL-04]', 'Page not found', en.app.notFound.title],
  ['[TENANT-04]', 'Cancel', session.organisation.cancel],
  ['[TENANT-04]', 'Confirm', session.organisation.confirm],
  ['[LOGIN-04]', 'Invalid username or password', session.invalid],
  ['[HOME-14]', 'add item', browse.addItem],
  ['[GRID-14]', 'Select all', browse.chooseAll],
  ['[GRID-18, SEARCH-25]', 'Move', selection.move],
  ['[GRID-18, SEARCH-25]', 'Link to', selection.link],
  ['[GRID-18]', 'Unlink', selection.unlink],
  ['[SEARCH-25]', 'Remove', selection.remove],
  ['[GRID-18, SEARCH-25]', 'Workflow actions', selection.workflow],
  ['[COLL-03, COLL-07, COLL-14]', 'Confirm', editing.form.confirm],
  ['[COLL-07, COLL-14, ITEM-18]', 'Cancel', editing.form.cancel],
  ['[ITEM-18]', 'Save', editing.form.save],
  ['[ITEM-21, ASSET-09]', 'Field is required', editing.form.required],
  ['[ITEM-11]', 'View all metadata', en.item.viewAll],
  ['[ITEM-14]', 'Seleziona un Oggetto Culturale', viewing.noItem],
  ['[ASSET-17]', 'Falso', catalogue.boolean.false],
  ['[ASSET-17]', 'Vero', catalogue.boolean.true],
  ['[ASSET-01]', 'Images', assets.kinds.images],
  ['[ASSET-01]', 'Audios', assets.kinds.audios],
  ['[ASSET-01]', 'Videos', assets.kinds.videos],
  ['[ASSET-01]', '3D models', assets.kinds.model3Ds],
  ['[ASSET-20]', 'Save', assetDialogs.save],
  ['[ASSET-23]', 'Asset Moved Successfully', assets.moved],
  ['[ASSET-23]', 'Asset Moved Successfully', assetDialogs.move.done],
  ['[USER-03]', 'Add new user', users.add],
  ['[USER-19]', 'E-mail must be valid', users.fault.email],
  ['[USER-21]', 'Password must be at least 12 characters', users.fault.password],
  ['[USER-25]', 'Username exist', users.fault.taken],
  ['[USER-26]', 'Username already exists!', en.problem['username-taken'].title],
  ['[USER-37]', 'User', users.role.ROLE_USER],
  ['[USER-38]', 'Editor', users.role.ROLE_METADATA_EDITOR],
  ['[USER-29, PROF-05]', 'Image is too large', en.avatar.tooLarge],
  ['[SHARE-01]', 'Download', sharing.tabs.download],
  ['[SHARE-01]', 'Embed', sharing.tabs.embed],
  ['[SHARE-01]', 'Share', sharing.tabs.share],
  ['[DOWN-02]', 'Annulla', downloads.cancel],
  ['[DOWN-03]', 'Conferma', downloads.confirm],
  ['[UPL-01]', 'Upload', upload.title],
  ['[UPL-17]', 'Upload', upload.upload],
  ['[UPL-17]', 'Back', upload.back],
  ['[UPL-17]', 'Cancel', upload.cancel],
  ['[UPL-17]', 'Continue', upload.continue],
  ['[UPL-07]', 'Title is required', upload.form.titleRequired],
  ['[UPL-08]', 'Pressmark is required', upload.form.pressmarkRequired],
  ['[UPL-11]', 'This pressmark ID already exists', upload.form.pressmarkTaken],
  ['[UPL-15]', 'Image', choosing.types.image],
  ['[UPL-15]', '3D object', choosing.types.model3D],
  ['[UPL-15]', 'PDF', choosing.types.pdf],
  ['[UPL-15]', 'Audio', choosing.types.audio],
  ['[UPL-15]', 'Video', choosing.types.video],
  ['[UPL-28]', 'No assets to upload', upload.failure['no-assets'].title],
  ['[UPL-32]', 'Image extension is not allowed', choosing.address['wrong-extension'].image],
  ['[UPL-37]', 'File extension is not allowed', choosing.address['wrong-extension'].pdf],
  ['[MGMT-01]', 'Imports', en.imports.title],
  ['[MGMT-08]', 'Show more', en.imports.showMore],
  ['[WIDG-01]', 'Imported Items', upload.widget.title],
  ['[SEARCH-06]', 'Search Results', browse.results.title],
  ['[WFACT-07]', 'State updated successfully', workflow.updated],
  ['[WFACT-08]', 'Error during state update', workflow.failed],
  ['[WFACT-12]', 'Error refreshing collection details', workflow.refreshFailed],
];

it.each(fixed)('%s %s', (_, label, word) => {
  expect(word).toBe(label);
});
