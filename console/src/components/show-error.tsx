import { notifications } from '@mantine/notifications';
import { ErrorAlert } from './states.tsx';

/** Shows what went wrong with something the person has done; it stays until they close it. */
export function showError(error: unknown): void {
  notifications.show({ message: <ErrorAlert error={error} />, autoClose: false, withBorder: true, color: 'red' });
}
