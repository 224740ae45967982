import { Alert, Text } from '@mantine/core';
import { Children, useEffect, useRef, type ReactNode } from 'react';
import type { ProblemText } from '../lib/problem/problem-text.ts';

interface FailureAlertProps {
  /** What could not be done. */
  title: string;
  text: ProblemText;
  /** What can be chosen right here. */
  children?: ReactNode;
}

/** A failure where the work is: what failed, why, what to do next. It comes into sight by itself. */
export function FailureAlert({ title, text, children }: FailureAlertProps) {
  const alert = useRef<HTMLDivElement>(null);
  // What can be chosen may come after the failure itself.
  const choices = Children.count(children);
  useEffect(() => {
    // In braces: newer browsers answer with a promise, which is no clean-up.
    alert.current?.scrollIntoView({ block: 'nearest' });
  }, [text.title, choices]);
  return (
    <Alert
      ref={alert}
      color="red"
      role="alert"
      title={title}
      mt="md"
      styles={{ root: { scrollMarginBottom: 80 } }}
    >
      <Text size="sm">{text.title}</Text>
      <Text size="sm">{text.next}</Text>
      {children}
    </Alert>
  );
}
