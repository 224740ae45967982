import { Type, type Static } from '@sinclair/typebox';
import { TypeCompiler } from '@sinclair/typebox/compiler';

const Address = Type.String({ maxLength: 2_000 });
const Names = Type.Array(Type.String({ maxLength: 200 }), { maxItems: 200 });

/** What we read of the description of a provider (OpenID Connect Discovery 1.0 §3, RFC 8414 §2, RFC 9207 §3). */
const ProviderDescription = Type.Object({
  issuer: Address,
  authorization_endpoint: Address,
  token_endpoint: Address,
  jwks_uri: Address,
  userinfo_endpoint: Type.Optional(Address),
  scopes_supported: Type.Optional(Names),
  token_endpoint_auth_methods_supported: Type.Optional(Names),
  id_token_signing_alg_values_supported: Type.Optional(Names),
  authorization_response_iss_parameter_supported: Type.Optional(Type.Boolean()),
});
export type ProviderDescription = Static<typeof ProviderDescription>;
const description = TypeCompiler.Compile(ProviderDescription);

/**
 * Takes what we read out of a description; a provider may say as much more as it likes.
 * @param issuer as the organisation names it
 * @throws Error where something is missing, has another form, or is less protected than the issuer
 */
export function describedBy(metadata: object, issuer: string): ProviderDescription {
  const told = Object.fromEntries(
    Object.keys(ProviderDescription.properties).flatMap((name) => {
      const value = (metadata as Record<string, unknown>)[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
  if (!description.Check(told)) {
    const first = description.Errors(told).First();
    throw new Error(`The description does not have the form of a provider’s: ${first?.path ?? ''}`);
  }
  const protocols = ['https:', new URL(issuer).protocol];
  for (const [name, value] of Object.entries(told)) {
    const isAddress = /_endpoint$|_uri$/.test(name);
    const isProtected = URL.canParse(String(value)) && protocols.includes(new URL(String(value)).protocol);
    if (isAddress && !isProtected) throw new Error(`The description has no usable ${name}`);
  }
  return told;
}
