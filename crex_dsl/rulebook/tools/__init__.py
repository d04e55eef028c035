"""What tools need of the rules, typed: measures, scenarios, policies, pictures and worked examples."""
