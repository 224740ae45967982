-- What fields, states and transitions are called in each language (decisions §13). The names stay what calls, addresses and
-- files carry. Each table has some dozens of rows for a tenant; it is locked against all use while they are written.
alter table metadata_template add column labels jsonb not null default '{}';
alter table item_state add column labels jsonb not null default '{}';
alter table transition_template add column labels jsonb not null default '{}';
comment on column metadata_template.labels is 'By language (en, it); where one is missing, label is shown.';
comment on column item_state.labels is 'By language (en, it); where one is missing, the name is shown.';
comment on column transition_template.labels is 'By language (en, it); where one is missing, label or the name is shown.';

-- The Italian labels of the standard setup, where nobody has changed the English ones. New tenants get them from
-- standard-setup.ts.
update metadata_template set labels = jsonb_build_object('it', made.italian)
from (values
  ('sgtt', 'Title', 'Titolo'), ('pressmark', 'Pressmark', 'Segnatura'), ('autn', 'Author', 'Autore'),
  ('sgti', 'Description', 'Descrizione')) as made (name, label, italian)
where locked and metadata_template.name = made.name and metadata_template.label = made.label;

update item_state set labels = jsonb_build_object('it', made.italian)
from (values
  ('Default', 'Predefinito'), ('In progress', 'In lavorazione'), ('In review', 'In revisione'),
  ('Changes requested', 'Modifiche richieste'), ('Approved', 'Approvato'), ('Published', 'Pubblicato'),
  ('Withdrawn', 'Ritirato'), ('Archived', 'Archiviato')) as made (name, italian)
where item_state.name = made.name;

update transition_template set labels = jsonb_build_object('it', made.italian)
from (values
  ('Start', 'Inizia'), ('Submit', 'Invia'), ('Request changes', 'Richiedi modifiche'), ('Resubmit', 'Invia di nuovo'),
  ('Approve', 'Approva'), ('Publish', 'Pubblica'), ('Revise', 'Rivedi'), ('Withdraw', 'Ritira'), ('Reopen', 'Riapri'),
  ('Archive', 'Archivia')) as made (name, italian)
where transition_template.name = made.name and transition_template.label = '';
