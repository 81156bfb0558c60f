/** The message of whatever was thrown. */
export function errorMessage(error: unknown): string {
  return hasText(error, 'message') ? error.message : String(error);
}

/** The code of a system error, such as EEXIST. */
export function errorCode(error: unknown): string | undefined {
  return hasText(error, 'code') ? error.code : undefined;
}

/** Whether an error of the file system says that the thing is not there. */
export function isMissing(error: unknown): boolean {
  return errorCode(error) === 'ENOENT';
}

/** By its shape, not by its class: Node's own errors are of another realm where a test runner isolates its modules. */
function hasText<Name extends string>(error: unknown, name: Name): error is Record<Name, string> {
  return typeof error === 'object' && error !== null && name in error && typeof Reflect.get(error, name) === 'string';
}
