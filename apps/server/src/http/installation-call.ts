/** Describes a call about the installation, which anybody may make. */
export const ofInstallation = (operationId: string, summary: string) => ({
  operationId,
  summary,
  tags: ['Installation'],
  security: [],
});
