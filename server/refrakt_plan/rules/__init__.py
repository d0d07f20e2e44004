"""The rules of a plan, one module each, and what runs them."""

from refrakt_plan.rules.plan_checker import entity_problems, plan_problems, plan_rules

__all__ = ["entity_problems", "plan_problems", "plan_rules"]
