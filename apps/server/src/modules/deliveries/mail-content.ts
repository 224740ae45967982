import type { Language } from '@armarium/contract/preferences';
import { escaped } from '../../http/escaped-html.ts';

/** A message as it is kept until it is sent. */
export interface MailContent {
  readonly language: Language;
  /** One line. */
  readonly subject: string;
  readonly paragraphs: readonly string[];
  /** Shown below the paragraphs as a list, with links where there are addresses. */
  readonly links: readonly { readonly label: string; readonly href?: string }[];
}

/** A text as one line, as a subject and the label of a link need it. */
export const oneLine = (text: string) => text.replace(/[\s\p{Cc}]+/gu, ' ').trim();

const signedBy = {
  en: (name: string) => `This message was sent by ${name}.`,
  it: (name: string) => `Messaggio inviato da ${name}.`,
} as const;

/**
 * A message as plain text and as HTML. The HTML loads nothing from elsewhere, so that reading it tells nobody.
 * @param organisation the name that people read, and the address where the program is
 */
export function mailBodies(
  { language, subject, paragraphs, links }: MailContent,
  organisation: { readonly name: string; readonly address: string },
): { text: string; html: string } {
  const signature = signedBy[language](organisation.name);
  const text = [
    ...paragraphs,
    ...(links.length > 0
      ? [
          links
            .map(({ label, href }) => (href === undefined ? `- ${label}` : `- ${label}\n  ${href}`))
            .join('\n'),
        ]
      : []),
    `-- \n${signature}\n${organisation.address}`,
  ].join('\n\n');
  const lines = (paragraph: string) => escaped(paragraph).replace(/\r\n?|\n/g, '<br>');
  const link = (label: string, href: string) =>
    `<a href="${escaped(href)}" style="color:#1d4ed8">${escaped(label)}</a>`;
  const html = `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(subject)}</title></head>
<body style="margin:0;padding:24px;font:16px/1.5 system-ui,sans-serif;color:#1f2937;background:#ffffff">
<div style="max-width:36em;margin:0 auto" dir="auto">
${paragraphs.map((paragraph) => `<p style="margin:0 0 16px">${lines(paragraph)}</p>`).join('\n')}
${links.length > 0 ? `<ul style="margin:0 0 16px;padding-left:20px">${links.map(({ label, href }) => `<li>${href === undefined ? escaped(label) : link(label, href)}</li>`).join('\n')}</ul>` : ''}
<p style="margin:32px 0 0;padding-top:12px;border-top:1px solid #d1d5db;font-size:14px;color:#4b5563">${escaped(signature)}<br>${link(organisation.address, organisation.address)}</p>
</div>
</body>
</html>
`;
  return { text, html };
}
