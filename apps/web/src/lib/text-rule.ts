/** The rule that the contract has for a text: the schema's own words, where it has them. */
interface TextRule {
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
}

/** Whether a text is one that the server takes, so that a form can say so before it is sent. */
export const fitsRule = ({ pattern = '', minLength = 0, maxLength = Infinity }: TextRule, text: string) =>
  text.length >= minLength && text.length <= maxLength && new RegExp(pattern, 'u').test(text);
