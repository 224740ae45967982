/** EdDSA, ES256 and RS256 (COSE, RFC 9053 and RFC 8812): every device of today knows at least one of them. */
export const ALGORITHMS = [-8, -7, -257] as const;
